// The JavaScript that is published: one file for each that a manifest names. The types are tsc's work. Why so:
// docs/decisions/bundled-dist.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { publishedPackages } from './packages.mjs';

const SOURCE = '@screening-webhooks/source';

/** Every JavaScript file that the manifest names, with the source it is made from and the conditions that lead to it. */
function targetsOf({ exports, bin = {} }) {
  const targets = new Map();
  const collect = (node, source, conditions) => {
    if (typeof node === 'string') {
      // A file that several conditions lead to is made for the last of them, which is `default`.
      if (source && node.endsWith('.js')) targets.set(node, { source, conditions });
      return;
    }
    for (const [condition, next] of Object.entries(node)) {
      collect(next, node[SOURCE] ?? source, [...conditions, condition]);
    }
  };
  for (const entry of Object.values(exports)) collect(entry, undefined, []);
  for (const path of Object.values(bin)) {
    const source = path.replace(/^dist\/esm\/(.*)\.js$/, 'src/$1.ts');
    targets.set(path, { source, conditions: ['import', 'node'] });
  }
  return targets;
}

function bundle(folder, outfile, { source, conditions }) {
  const commonjs = conditions.includes('require');
  return build({
    absWorkingDir: folder,
    entryPoints: [source],
    outfile,
    bundle: true,
    // Siblings too: an app has one core, whatever else of ours it uses.
    packages: 'external',
    platform: 'neutral',
    conditions: [SOURCE, ...conditions],
    format: commonjs ? 'cjs' : 'esm',
    // Jest runs CommonJS where there is no import().
    supported: { 'dynamic-import': !commonjs },
    target: 'es2022',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  });
}

async function buildPackage({ folder, manifest }) {
  const targets = [...targetsOf(manifest)];
  await Promise.all(targets.map(([outfile, target]) => bundle(folder, outfile, target)));
  if (!manifest.main) return;
  // The package is "type": "module"; what lies in dist/cjs, types included, is not.
  const scope = { type: 'commonjs', sideEffects: false };
  writeFileSync(join(folder, 'dist/cjs/package.json'), `${JSON.stringify(scope)}\n`);
}

await Promise.all(publishedPackages().map(buildPackage));
