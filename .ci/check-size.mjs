// Compares what we add to a user's bundle with the budgets, and checks that edge bundles need nothing of Node. Compares the
// scripts of the dashboard and of the page at /check with theirs. With --json, prints the rows as data.
import { gzipSync } from 'node:zlib';
import { bundleBudgets, checkPageBudget, dashboardBudget } from './bundle-budgets.mjs';
import { bundleSize } from './bundle-size.mjs';
import { scriptOfCheckPage } from './check-page.mjs';
import { firstLoadOfDashboard } from './dashboard-size.mjs';
import { table } from './table.mjs';

// esbuild's `define` replaces free identifiers only: a local variable or a property of the same name stays as it is.
const nodeGlobals = ['Buffer', 'process', 'require', 'global', 'setImmediate', '__dirname'];
const marker = (name) => `FREE_GLOBAL_${name}`;
const markNodeGlobals = Object.fromEntries(
  nodeGlobals.flatMap((name) => [
    [name, marker(name)],
    [`globalThis.${name}`, marker(name)],
  ]),
);

async function measure({ package: from, name, on, external, budget, without }) {
  const { code, sources, imports, ...sizes } = await bundleSize({
    specifier: `@screening-webhooks/${from}`,
    exports: `{ ${name} }`,
    on,
    external,
    define: on === 'node' ? {} : markNodeGlobals,
  });
  const over = sizes.gzip - budget;
  const problems = [
    ...(over > 0 ? [`${over} B over budget`] : []),
    ...(from === 'explain' ? [] : unexpectedModules(sources)),
    ...(without !== undefined && code.includes(without) ? [`has ${without}`] : []),
    ...(on === 'node' ? [] : neededFromNode(imports, code)),
  ];
  return { entry: `${from}: ${name}`, on, ...sizes, budget, problems };
}

/** Modules for development, which must stay out of production bundles. */
function unexpectedModules(sources) {
  return sources.filter((path) => path.includes('packages/explain/')).map((path) => `has ${path}`);
}

function neededFromNode(imports, code) {
  const globals = nodeGlobals.filter((name) => code.includes(marker(name)));
  return [
    ...imports.map((path) => `imports ${path}`),
    ...globals.map((name) => `uses the global ${name}`),
  ];
}

const measured = [];
for (const entry of bundleBudgets) measured.push(await measure(entry));
const scripts = await firstLoadOfDashboard();
const dashboard = scripts.reduce((sum, { gzip }) => sum + gzip, 0);
const checkPage = gzipSync(await scriptOfCheckPage()).length;
const isOver = dashboard > dashboardBudget;
const isPageOver = checkPage > checkPageBudget;
if (isOver || isPageOver || measured.some(({ problems }) => problems.length > 0))
  process.exitCode = 1;

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(measured, null, 2));
} else {
  const head = ['entry', 'on', 'min', 'gzip', 'brotli', 'budget'];
  const [heading, ...rows] = table([
    head,
    ...measured.map((row) => head.map((key) => String(row[key]))),
  ]);
  console.log(heading);
  for (const [index, { problems }] of measured.entries()) {
    console.log(`${rows[index]}  ${problems.join(', ') || 'ok'}`);
  }
  const bytes = (count) => count.toLocaleString('en');
  console.log(
    `\ndashboard: first load of / is ${bytes(dashboard)} B after gzip, ${isOver ? 'over' : 'within'} its budget of ${bytes(dashboardBudget)} B`,
  );
  const SHOWN = 5;
  for (const { path, gzip } of scripts.slice(0, SHOWN)) console.log(`  ${bytes(gzip)} B  ${path}`);
  if (scripts.length > SHOWN) console.log(`  and ${scripts.length - SHOWN} smaller`);
  console.log(
    `check page: the script of /check is ${bytes(checkPage)} B after gzip, ${isPageOver ? 'over' : 'within'} its budget of ${bytes(checkPageBudget)} B`,
  );
}
