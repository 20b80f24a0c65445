// `prepublishOnly` of each package: its folder is not published as it is.
console.error(
  'Publish with `npm run release` at the root: it adds the license and the repository.',
);
process.exitCode = 1;
