import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { verdictOf } from './measure/row.js';
import { isBad, runSubjects, type Subjects } from './measure/run-subjects.js';
import { tablesOf } from './measure/tables-of.js';
import manifest from './package.json' with { type: 'json' };
import { bundleSubject } from './subjects/bundle.js';
import { dashboardSubject } from './subjects/dashboard/dashboard.js';
import { deliveriesSubject } from './subjects/deliveries/deliveries.js';
import { httpSubject } from './subjects/http/http.js';
import { importSubject } from './subjects/import-time.js';
import { observerSubject } from './subjects/observer.js';
import { receiveSubject } from './subjects/receive.js';
import { runtimesSubject } from './subjects/runtimes/runtimes.js';
import { fairnessRows } from './subjects/sandbox/fairness.js';
import { requestRows } from './subjects/sandbox/requests.js';
import { sharedRows } from './subjects/sandbox/shared.js';
import { startRows } from './subjects/sandbox/start.js';
import { awsRows } from './subjects/stores/aws.js';
import { memoryStoreRows } from './subjects/stores/memory-store.js';
import { mysqlStoreRows } from './subjects/stores/mysql-store.js';
import { postgresStoreRows } from './subjects/stores/postgres-store.js';
import { redisStoreRows } from './subjects/stores/redis-store.js';
import { sqliteSizeRows } from './subjects/stores/sqlite-sizes.js';
import { sqliteStoreRows } from './subjects/stores/sqlite-store.js';
import { stormSubject } from './subjects/storm.js';
import { refuseSubject, verifySubject } from './subjects/verify.js';

// npm run bench -- [--only verify,receive] [--quick] [--json]
// Prints a table for each subject as Markdown, for RESULTS.md, when the subject ends. Exits with 1 when a budget is missed by
// more than the noise that was measured beside it, or when a part of a subject fails. --quick makes one round with few rows,
// which shows that every subject still runs; it judges no budget.

const all: Subjects = {
  verify: [verifySubject],
  refuse: [refuseSubject],
  receive: [receiveSubject],
  observer: [observerSubject],
  http: [httpSubject],
  // Each store beside the cheapest operation that it could use.
  stores: [
    memoryStoreRows,
    sqliteStoreRows,
    sqliteSizeRows,
    redisStoreRows,
    postgresStoreRows,
    mysqlStoreRows,
  ],
  // On servers for tests.
  aws: [awsRows],
  bundle: [bundleSubject],
  import: [importSubject],
  runtimes: [runtimesSubject],
  // The built sandbox: its start and memory, its use in tests, the cost of a request, its fairness between endpoints.
  sandbox: [startRows, sharedRows, requestRows, fairnessRows],
  deliveries: [deliveriesSubject],
  dashboard: [dashboardSubject],
  storm: [stormSubject],
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const chosen = values.only?.split(',') ?? Object.keys(all);
const unknown = chosen.filter((name) => !Object.hasOwn(all, name));
if (unknown.length > 0) {
  const known = Object.keys(all).join(', ');
  console.error(`--only: unknown subject ${unknown.join(', ')}; expected ${known}.`);
  process.exit(2);
}

// Neither our packages nor what only the subject observer imports.
const isPeer = (name: string): boolean =>
  !/^(@screening-webhooks|@opentelemetry|@types|pino$)/.test(name);
const machine = {
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  openssl: process.versions.openssl,
  cpu: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  load: loadOfMachine(),
  peers: Object.entries(manifest.dependencies).filter(([name]) => isPeer(name)),
};
if (!values.json) {
  const { date, node, openssl, cpu, load, peers } = machine;
  console.log(`${date}, Node ${node}, OpenSSL ${openssl}, ${cpu}, load ${load.join(' ')}.\n`);
  console.log(`${peers.map(([name, version]) => `${name} ${version}`).join(', ')}.\n`);
  if (values.quick) console.log('One round with few rows: not judged, and no figures to quote.\n');
}

const start = performance.now();
let before = start;
const rows = await runSubjects(Object.fromEntries(chosen.map((name) => [name, all[name] ?? []])), {
  effort: values.quick ? 'quick' : 'full',
  requireServices: process.env['REQUIRE_SERVICES'] === '1',
  onEnd(name, ended) {
    console.error(`${name}: ${inSeconds(before)}`);
    before = performance.now();
    if (!values.json) console.log(`${tablesOf(ended)}\n`);
  },
});

if (values.json) console.log(JSON.stringify({ machine, rows }, null, 2));
else console.log(`${inSeconds(start)}, load ${loadOfMachine().join(' ')} at the end.`);

for (const row of rows.filter(isBad)) {
  const { subject, contest, name, ratio, budget, failed } = row;
  const why = failed ?? `${ratio?.toFixed(2)} of ${budget}`;
  console.error(`${verdictOf(row)?.toLowerCase()}: ${subject}, ${contest}, ${name}: ${why}`);
}
if (rows.some(isBad)) process.exitCode = 1;

function inSeconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}

function loadOfMachine(): readonly string[] {
  return loadavg().map((load) => load.toFixed(1));
}
