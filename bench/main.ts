import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Row, verdictOf } from './measure/row.js';
import { tablesOf } from './measure/tables-of.js';
import manifest from './package.json' with { type: 'json' };
import { bundleSubject } from './subjects/bundle.js';
import { dashboardSubject } from './subjects/dashboard/dashboard.js';
import { deliveriesSubject } from './subjects/deliveries/deliveries.js';
import { growthSubject } from './subjects/growth.js';
import { httpSubject } from './subjects/http/http.js';
import { importSubject } from './subjects/import-time.js';
import { receiveSubject } from './subjects/receive.js';
import { runtimesSubject } from './subjects/runtimes/runtimes.js';
import { sandboxSubject } from './subjects/sandbox/sandbox.js';
import { storesSubject } from './subjects/stores/stores.js';
import { refuseSubject, verifySubject } from './subjects/verify.js';

// npm run bench -- [--only verify,receive] [--json]
// Prints a table for each subject as Markdown, for RESULTS.md. Exits with 1 when a budget is missed by more than the noise
// that was measured beside it.

const subjects: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  verify: verifySubject,
  refuse: refuseSubject,
  receive: receiveSubject,
  http: httpSubject,
  stores: storesSubject,
  bundle: bundleSubject,
  import: importSubject,
  growth: growthSubject,
  runtimes: runtimesSubject,
  sandbox: sandboxSubject,
  deliveries: deliveriesSubject,
  dashboard: dashboardSubject,
};

const { values } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const chosen = values.only?.split(',') ?? Object.keys(subjects);
const unknown = chosen.filter((name) => !Object.hasOwn(subjects, name));
if (unknown.length > 0) {
  const known = Object.keys(subjects).join(', ');
  console.error(`--only: unknown subject ${unknown.join(', ')}; expected ${known}.`);
  process.exit(2);
}

const start = performance.now();
const rows: Row[] = [];
for (const name of chosen) {
  const before = performance.now();
  rows.push(...((await subjects[name]?.()) ?? []));
  console.error(`${name}: ${inSeconds(before)}`);
}

// Neither our packages nor what only observer.ts imports.
const isPeer = (name: string): boolean => !/^(@screening-webhooks|@opentelemetry|pino$)/.test(name);
const machine = {
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  openssl: process.versions.openssl,
  cpu: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  load: loadavg().map((load) => load.toFixed(1)),
  peers: Object.entries(manifest.dependencies).filter(([name]) => isPeer(name)),
};
if (values.json) {
  console.log(JSON.stringify({ machine, rows }, null, 2));
} else {
  const { date, node, openssl, cpu, load } = machine;
  const versions = machine.peers.map(([name, version]) => `${name} ${version}`);
  console.log(
    `${date}, Node ${node}, OpenSSL ${openssl}, ${cpu}, load ${load.join(' ')}, ${inSeconds(start)}.\n`,
  );
  console.log(`${versions.join(', ')}.\n`);
  console.log(tablesOf(rows));
}

const missed = rows.filter((row) => verdictOf(row) === 'MISSED');
for (const { subject, contest, name, ratio, budget } of missed) {
  console.error(`missed: ${subject}, ${contest}, ${name}: ${ratio?.toFixed(2)} of ${budget}`);
}
if (missed.length > 0) process.exitCode = 1;

function inSeconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}
