// What we add to a user's bundle, and proof that the edge bundles run where there is no Node.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './packages.mjs';

const platforms = {
  workerd: { platform: 'neutral', conditions: ['workerd', 'worker', 'import'] },
  node: { platform: 'node', target: 'node20' },
};

// Budgets are bytes after gzip, about 10 % above what was measured when they were set, so that growth is a decision
// somebody makes here, not an accident. The aim for a receiver on workerd is 4 kB: texts of configuration errors, claims
// and the deadline are what is in the way.
const entries = [
  { package: 'core', name: 'verifyEvent', on: 'workerd', budget: 2_600 },
  { package: 'core', name: 'createReceiver', on: 'workerd', budget: 8_900 },
  { package: 'hono', name: 'webhook', on: 'workerd', external: ['hono'], budget: 9_150 },
  { package: 'cloudflare', name: 'durableObjectStore', on: 'workerd', budget: 1_200 },
  { package: 'cloudflare', name: 'd1Store', on: 'workerd', budget: 1_650 },
  // For development: here to prove that it runs on the edge.
  { package: 'core/explain', name: 'explainDelivery', on: 'workerd', budget: 11_100 },
  { package: 'client', name: 'createClient', on: 'workerd', budget: 3_800 },
  { package: 'client', name: 'reconcile', on: 'workerd', budget: 3_200 },
  { package: 'core', name: 'createReceiver', on: 'node', budget: 9_100 },
  { package: 'express', name: 'webhook', on: 'node', external: ['express'], budget: 9_700 },
  { package: 'koa', name: 'webhook', on: 'node', external: ['koa'], budget: 9_850 },
];

// esbuild's `define` replaces free identifiers only: a local variable or a property of the same name stays as it is.
const nodeGlobals = ['Buffer', 'process', 'require', 'global', 'setImmediate', '__dirname'];
const marker = (name) => `FREE_GLOBAL_${name}`;
const markNodeGlobals = Object.fromEntries(
  nodeGlobals.flatMap((name) => [
    [name, marker(name)],
    [`globalThis.${name}`, marker(name)],
  ]),
);

async function bundle(entry) {
  const edge = entry.on !== 'node';
  const result = await build({
    stdin: {
      contents: `export { ${entry.name} } from '@screening-webhooks/${entry.package}';`,
      resolveDir: root,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    ...platforms[entry.on],
    // Left in, so that an edge bundle that needs them is reported by us and by name.
    external: ['node:*', ...(entry.external ?? [])],
    define: edge ? markNodeGlobals : {},
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const [code] = result.outputFiles;
  const imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports);
  // What is for development stays out of what goes to production.
  const strays = Object.keys(result.metafile.inputs).filter(
    (path) => path.includes('/core/dist/esm/explain/') && entry.package !== 'core/explain',
  );
  return { code, imports: imports.map(({ path }) => path), strays, edge };
}

function problemsOf({ code, imports, strays, edge }, gzip, budget) {
  const problems = gzip > budget ? [`${gzip - budget} B over budget`] : [];
  problems.push(...strays.map((path) => `has ${path}`));
  if (!edge) return problems;
  const globals = nodeGlobals.filter((name) => code.text.includes(marker(name)));
  return [
    ...problems,
    ...imports.map((path) => `imports ${path}`),
    ...globals.map((name) => `uses the global ${name}`),
  ];
}

const rows = [['entry', 'on', 'min', 'gzip', 'brotli', 'budget', '']];
for (const entry of entries) {
  const bundled = await bundle(entry);
  const bytes = bundled.code.contents;
  const gzip = gzipSync(bytes, { level: 9 }).length;
  const problems = problemsOf(bundled, gzip, entry.budget);
  if (problems.length > 0) process.exitCode = 1;
  rows.push([
    `${entry.package}: ${entry.name}`,
    entry.on,
    bytes.length,
    gzip,
    brotliCompressSync(bytes).length,
    entry.budget,
    problems.join(', ') || 'ok',
  ]);
}

const widths = rows[0].map((_, column) =>
  Math.max(...rows.map((row) => String(row[column]).length)),
);
for (const row of rows) {
  const cells = row.map((cell, column) =>
    typeof cell === 'number' || (row === rows[0] && column > 1)
      ? String(cell).padStart(widths[column])
      : cell.padEnd(widths[column]),
  );
  console.log(cells.join('  ').trimEnd());
}
