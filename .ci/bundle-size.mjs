// What we add to a user's bundle, measured on what is published: bytes, and what has no place in it.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './packages.mjs';

const platforms = {
  workerd: { platform: 'neutral', conditions: ['workerd', 'worker', 'import'] },
  node: { platform: 'node', target: 'node20' },
};

// esbuild's `define` replaces free identifiers only: a local variable or a property of the same name stays as it is.
const nodeGlobals = ['Buffer', 'process', 'require', 'global', 'setImmediate', '__dirname'];
const marker = (name) => `FREE_GLOBAL_${name}`;
const markNodeGlobals = Object.fromEntries(
  nodeGlobals.flatMap((name) => [
    [name, marker(name)],
    [`globalThis.${name}`, marker(name)],
  ]),
);

/**
 * The minified bundle of an app that imports one name.
 *
 * @returns its bytes as `min`, `gzip` and `brotli`, and its `problems` in words.
 */
export async function bundleSize(entry) {
  const result = await build({
    stdin: {
      contents: `export { ${entry.name} } from '@screening-webhooks/${entry.package}';`,
      resolveDir: root,
    },
    outfile: 'bundle.js',
    bundle: true,
    minify: true,
    format: 'esm',
    ...platforms[entry.on],
    // Left in, so that an edge bundle that needs them is reported by us and by name.
    external: ['node:*', ...(entry.external ?? [])],
    define: entry.on === 'node' ? {} : markNodeGlobals,
    metafile: true,
    // Our entries are bundles already: their source maps tell which sources are in them.
    sourcemap: 'external',
    write: false,
    logLevel: 'warning',
  });
  const [map, code] = result.outputFiles;
  const { sources } = JSON.parse(map.text);
  const imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports);
  return {
    min: code.contents.length,
    gzip: gzipSync(code.contents, { level: 9 }).length,
    brotli: brotliCompressSync(code.contents).length,
    problems: [
      ...strays(entry, sources),
      ...(entry.on === 'node' ? [] : needsOfNode(imports, code.text)),
    ],
  };
}

/** What is for development stays out of what goes to production. */
function strays(entry, sources) {
  if (entry.package === 'explain') return [];
  return sources.filter((path) => path.includes('packages/explain/')).map((path) => `has ${path}`);
}

function needsOfNode(imports, code) {
  const globals = nodeGlobals.filter((name) => code.includes(marker(name)));
  return [
    ...imports.map(({ path }) => `imports ${path}`),
    ...globals.map((name) => `uses the global ${name}`),
  ];
}
