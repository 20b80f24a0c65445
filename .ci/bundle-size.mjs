// The size that an import adds to a user's bundle, measured on the published files.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './packages.mjs';

const platforms = {
  workerd: {
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'import'],
  },
  node: { platform: 'node', target: 'node20' },
};

/**
 * Bundles and minifies an app that exports something of a module.
 *
 * @param entry `exports` is the text between `export` and `from`, `on` is `workerd` or `node`, and `define` is esbuild's. Modules
 *   resolve as in a file in the folder `from`.
 * @returns its bytes as `min`, `gzip` and `brotli`, its `code`, the paths of its `sources`, and its `imports`.
 */
export async function bundleSize({
  specifier,
  exports,
  on,
  from = root,
  external = [],
  define = {},
}) {
  const result = await build({
    stdin: { contents: `export ${exports} from '${specifier}';`, resolveDir: from },
    outfile: 'bundle.js',
    bundle: true,
    minify: true,
    format: 'esm',
    ...platforms[on],
    // Kept as imports, so that an edge bundle with such imports is reported with their names.
    external: ['node:*', ...external],
    define,
    metafile: true,
    // Published files are bundles already: their source maps list the sources.
    sourcemap: 'external',
    write: false,
    logLevel: 'error',
  });
  const [map, { contents, text }] = result.outputFiles;
  const imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports);
  return {
    min: contents.length,
    gzip: gzipSync(contents, { level: 9 }).length,
    brotli: brotliCompressSync(contents).length,
    code: text,
    sources: JSON.parse(map.text).sources,
    imports: imports.map(({ path }) => path),
  };
}
