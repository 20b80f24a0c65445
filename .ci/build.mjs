// Builds the published JavaScript: one bundle for each file that a manifest names. tsc builds the types. The reasons are in
// docs/decisions/bundled-dist.md.
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { builtCheckPage } from './check-page.mjs';
import { builtDashboard } from './dashboard.mjs';
import { databaseTemplate } from './database-template.mjs';
import { writeOpenApiDocument } from './openapi.mjs';
import { publishedPackages, root } from './packages.mjs';
import { privatePackages } from './private-packages.mjs';

const SOURCE = '@screening-webhooks/source';

/** Every JavaScript file that the manifest names, with its sources and the import conditions that select it. */
function targetsOf({ exports, imports = {}, bin = {} }) {
  const targets = new Map();
  const collect = (node, source, conditions) => {
    if (typeof node === 'string') {
      // A file that several conditions select is built for the last of them, which is `default`.
      if (!source || !node.endsWith('.js')) return;
      const sources = targets.get(node)?.sources ?? new Set();
      targets.set(node, { sources: sources.add(source), conditions });
      return;
    }
    for (const [condition, next] of Object.entries(node)) {
      collect(next, node[SOURCE] ?? source, [...conditions, condition]);
    }
  };
  for (const entry of Object.values(exports)) collect(entry, undefined, []);
  // Programs that the package starts itself, such as a worker thread. Its other imports name sources.
  for (const entry of Object.values(imports)) collect(entry, undefined, ['import', 'node']);
  for (const path of Object.values(bin)) {
    const source = path.replace(/^dist\/esm\/(.*)\.js$/, 'src/$1.ts');
    targets.set(path, { sources: new Set([source]), conditions: ['import', 'node'] });
  }
  return targets;
}

function bundle(folder, outfile, { sources, conditions }) {
  const commonjs = conditions.includes('require');
  return build({
    absWorkingDir: folder,
    ...inputOf(folder, [...sources]),
    outfile,
    bundle: true,
    // Our packages too, so that an app has one copy of the core.
    packages: 'external',
    plugins: [privatePackages],
    platform: 'neutral',
    conditions: [SOURCE, ...conditions],
    format: commonjs ? 'cjs' : 'esm',
    // Jest runs CommonJS without import().
    supported: { 'dynamic-import': !commonjs },
    target: 'es2022',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });
}

/** Entries that name one file share it, so that an app has their common code once. Each has its own types. */
function inputOf(folder, sources) {
  if (sources.length === 1) return { entryPoints: sources };
  const contents = sources.map((source) => `export * from ${JSON.stringify(source)};`).join('\n');
  return { stdin: { contents, resolveDir: folder, loader: 'ts' } };
}

async function buildPackage({ folder, manifest }) {
  const targets = [...targetsOf(manifest)];
  await Promise.all(targets.map(([outfile, target]) => bundle(folder, outfile, target)));
  if (!targets.some(([outfile]) => outfile.includes('dist/cjs/'))) return;
  // The package is "type": "module"; the files in dist/cjs, types included, are CommonJS.
  const scope = { type: 'commonjs', sideEffects: false };
  writeFileSync(join(folder, 'dist/cjs/package.json'), `${JSON.stringify(scope)}\n`);
}

/** The files of the API reference at /docs. The package that brings them is not a dependency, because it reports its installation. */
function copyDocs() {
  const folder = join(root, 'packages/sandbox/dist/docs');
  mkdirSync(folder, { recursive: true });
  for (const name of [
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
    'LICENSE',
    'NOTICE',
  ]) {
    copyFileSync(join(root, 'node_modules/swagger-ui-dist', name), join(folder, name));
  }
}

await Promise.all(publishedPackages().map(buildPackage));
copyFileSync(await databaseTemplate(), join(root, 'packages/sandbox/dist/database.tar.gz'));
copyDocs();
await writeOpenApiDocument();

/** Puts what browsers load into the package of the service, without files of an earlier build. */
function copyPages(built, name) {
  const folder = join(root, 'packages/sandbox/dist', name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(built, folder, { recursive: true });
}

copyPages(await builtDashboard(), 'dashboard');
copyPages(await builtCheckPage(), 'check');
