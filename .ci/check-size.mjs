// Holds what we add to a user's bundle to budgets, and the edge bundles to what runs where there is no Node. With --json,
// the rows as data.
import { bundleSize } from './bundle-size.mjs';
import { table } from './table.mjs';

// Budgets are bytes after gzip, about 10 % above what was measured when they were set, so that growth is a decision
// somebody makes here, not an accident. The aim for a receiver on workerd is 4 kB: texts of configuration errors, claims
// and the deadline are what is in the way.
const entries = [
  { package: 'core', name: 'verifyEvent', on: 'workerd', budget: 2_600 },
  { package: 'core', name: 'createReceiver', on: 'workerd', budget: 9_800 },
  { package: 'hono', name: 'webhook', on: 'workerd', external: ['hono'], budget: 10_150 },
  { package: 'cloudflare', name: 'durableObjectStore', on: 'workerd', budget: 1_200 },
  { package: 'cloudflare', name: 'd1Store', on: 'workerd', budget: 1_650 },
  // For development: here to prove that it runs on the edge.
  { package: 'explain', name: 'explainDelivery', on: 'workerd', budget: 10_350 },
  { package: 'client', name: 'createClient', on: 'workerd', budget: 3_800 },
  { package: 'client', name: 'reconcile', on: 'workerd', budget: 3_200 },
  { package: 'core', name: 'createReceiver', on: 'node', budget: 10_100 },
  { package: 'express', name: 'webhook', on: 'node', external: ['express'], budget: 10_800 },
  { package: 'koa', name: 'webhook', on: 'node', external: ['koa'], budget: 11_000 },
];

const measured = [];
for (const entry of entries) {
  const { problems, ...sizes } = await bundleSize(entry);
  const over = sizes.gzip - entry.budget;
  if (over > 0) problems.unshift(`${over} B over budget`);
  if (problems.length > 0) process.exitCode = 1;
  const { package: from, name, on, budget } = entry;
  measured.push({ entry: `${from}: ${name}`, on, ...sizes, budget, problems });
}

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
}
