import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { isMissed, type Row } from '../measure/row.js';
import { median, shuffled } from '../measure/statistics.js';
import { apps } from './apps.js';
import { corpusOf } from './corpus.js';
import { type Served, serveApart } from './served.js';

// npm run http -w bench -- [--rounds 15]
// CPU time that a server takes for a request, the kernel's share included: each app in a process of its own, all of them in
// turns in every round, and ratios inside a round only. Exits 1 when a budget is missed by more than the noise, which is
// what a receiver by hand and the same once more differ by.

const WARM_UP = 3;
const sizes = [
  { name: '1 KB', bytes: 1024, corpus: 3000, turn: 1000 },
  { name: '64 KB', bytes: 65_536, corpus: 400, turn: 100 },
];

/** What is set against what, and what comes of it at least. */
const contests = [
  { name: 'bare', against: 'by hand' },
  { name: 'by hand', against: 'by hand' },
  { name: 'adapter', against: 'by hand', budget: 0.97 },
  { name: 'express.raw() + stripe', against: 'by hand' },
  { name: 'adapter', against: 'express.raw() + stripe', budget: 1.1 },
  { name: 'listener', against: 'adapter' },
];
// Express is slow enough on Node 20 alone, and at 64 KB it is the JSON that costs.
const LISTENER_BUDGET = process.version.startsWith('v20.') ? { '1 KB': 4 } : {};

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1) {
  console.error('--rounds: expected a whole number of at least 1.');
  process.exit(2);
}

interface Contestant {
  readonly framework: string;
  readonly name: string;
  readonly served: Served;
  /** By the name of a size: microseconds in each round. */
  readonly times: Readonly<Record<string, number[]>>;
}

const contestants: Contestant[] = [];
for (const [framework, rows] of Object.entries(apps)) {
  for (const name of Object.keys(rows)) {
    const times = Object.fromEntries(sizes.map((size) => [size.name, []]));
    contestants.push({ framework, name, served: await serveApart(framework, name), times });
  }
}

for (const { name: size, bytes, corpus, turn } of sizes) {
  const requests = await corpusOf(corpus, bytes);
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    const start = (round * turn) % corpus;
    const inTurn = requests.slice(start, start + turn);
    for (const { served, times } of shuffled(contestants)) {
      const time = await served.measure(inTurn);
      if (round >= WARM_UP) times[size]?.push(time);
    }
  }
}
for (const { served } of contestants) served.stop();

const table = sizes.flatMap(({ name: size }) =>
  Object.keys(apps).flatMap((framework) => rowsOf(framework, size)),
);
print(table);
process.exitCode = table.some(isMissed) ? 1 : 0;

function rowsOf(framework: string, size: string): Row[] {
  const timesOf = (name: string) =>
    contestants.find((each) => each.framework === framework && each.name === name)?.times[size];
  const ratios = (name: string, against: string): number[] =>
    (timesOf(name) ?? []).map((time, round) => (timesOf(against)?.[round] ?? Number.NaN) / time);

  const same = ratios('by hand, again', 'by hand');
  const noise =
    Math.abs(1 - median(same)) + median(same.map((each) => Math.abs(each - median(same))));
  return contests
    .filter(({ name, against }) => timesOf(name) && timesOf(against))
    .map(({ name, against, budget = budgetOf(name, size) }) => ({
      subject: `${framework}, ${size}`,
      name: name === against ? name : `${name}, against ${against}`,
      micros: median(timesOf(name) ?? []),
      ratio: median(ratios(name, against)),
      noise,
      ...(budget !== undefined && { budget }),
    }));
}

function budgetOf(name: string, size: string): number | undefined {
  return name === 'listener'
    ? Object.entries(LISTENER_BUDGET).find(([at]) => at === size)?.[1]
    : undefined;
}

function print(rows: readonly Row[]): void {
  const load = loadavg().map((each) => each.toFixed(1));
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, load ${load.join(' ')}`;
  console.log(`Node ${process.version}, ${machine}, ${rounds} rounds\n`);
  console.log('| | | CPU µs | ratio | noise | budget | |\n|---|---|---:|---:|---:|---:|---|');
  for (const row of rows) {
    const { subject, name, micros = Number.NaN, ratio, noise = 0, budget } = row;
    const figures = [micros.toFixed(1), ratio.toFixed(2), `± ${noise.toFixed(2)}`];
    const verdict = [budget === undefined ? '' : `≥ ${budget}`, isMissed(row) ? 'MISSED' : ''];
    console.log(`| ${[subject, name, ...figures, ...verdict].join(' | ')} |`);
  }
}
