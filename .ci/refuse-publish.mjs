// `prepublishOnly` of each package: what stands in its folder is not what is published.
console.error(
  'Publish with `npm run release` at the root: it adds the license and the repository.',
);
process.exitCode = 1;
