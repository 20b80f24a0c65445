import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { printRows } from './measure/print-rows.js';
import { isMissed, type Row } from './measure/row.js';
import { coldStartSubject } from './subjects/cold-start.js';
import { receiveSubject } from './subjects/receive.js';
import { refuseSubject, verifySubject } from './subjects/verify.js';

// npm run bench -- [--only verify,receive] [--json]
// Exits 1 when a budget is missed by more than the noise that was measured beside it.

const subjects: Readonly<Record<string, () => Promise<readonly Row[]> | readonly Row[]>> = {
  verify: verifySubject,
  refuse: refuseSubject,
  receive: receiveSubject,
  import: coldStartSubject,
};

const { values } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const chosen = values.only?.split(',') ?? Object.keys(subjects);
const unknown = chosen.filter((name) => !Object.hasOwn(subjects, name));
if (unknown.length > 0) {
  console.error(
    `--only: no subject ${unknown.join(', ')}; there are ${Object.keys(subjects).join(', ')}.`,
  );
  process.exit(2);
}

const rows: Row[] = [];
for (const name of chosen) rows.push(...((await subjects[name]?.()) ?? []));

const machine = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  openssl: process.versions.openssl,
  cpu: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
  load: loadavg()
    .map((load) => load.toFixed(1))
    .join(' '),
};
if (values.json) {
  console.log(JSON.stringify({ machine, rows }, null, 2));
} else {
  console.log(
    `${machine.date}, Node ${machine.node}, OpenSSL ${machine.openssl}, ${machine.cpu}, load ${machine.load}`,
  );
  printRows(rows);
}
const missed = rows.filter(isMissed);
if (missed.length > 0) {
  console.error(`\n${missed.length} of ${rows.length} rows miss their budget.`);
  process.exitCode = 1;
}
