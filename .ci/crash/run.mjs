// Crash proof: receivers and workers are killed, servers crash, connections break; afterwards nothing acked is missing,
// nothing is stuck, and what was promised to happen once has happened once. What each column means: docs/crash-proof.md.
import { randomInt } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { indented, inOrder } from '../command.mjs';
import { table } from '../table.mjs';
import { runLane } from './run-lane.mjs';
import { servers } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    /** Of the plan of damage: printed, and the same plan when given again. */
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    /** Over all lanes. */
    events: { type: 'string', default: '2400' },
    /** Only the lanes with this in their name, and no flawed ones unless they have it. */
    lane: { type: 'string', default: '' },
    /** A file for the counts, as JSON. */
    report: { type: 'string' },
  },
});
const seed = Number(options.seed);

async function lanesIn(folder) {
  const url = new URL(`${folder}/`, import.meta.url);
  const files = readdirSync(url).filter((file) => file.endsWith('.mjs'));
  const lanes = await Promise.all(
    files.map(async (name) => {
      const file = new URL(name, url).href;
      return { file, ...(await import(file)) };
    }),
  );
  return lanes.filter(({ lane }) => lane.name.includes(options.lane));
}

const count = { passed: 0, failed: 0, skipped: 0 };

function report(end, name, details = '') {
  count[end] += 1;
  const label = { passed: 'ok', failed: 'not ok', skipped: 'skipped' }[end];
  console.log(`${label.padEnd(7)} ${name}`);
  if (details) console.log(indented(details));
}

/** Runs what can be run here, and reports what cannot. @returns `{ lane, result }` for each lane that came to its end. */
async function runAll(lanes, load) {
  const runnable = lanes.filter(({ lane }) => {
    const { missing } = servers[lane.server];
    if (missing === undefined) return true;
    const end = process.env.REQUIRE_SERVICES === '1' ? 'failed' : 'skipped';
    report(end, `${lane.name}: there is no ${missing} on this machine`);
    return false;
  });
  const results = [];
  const run = async ({ lane, file }) => {
    try {
      return { lane, result: await runLane(lane, file, seed, load) };
    } catch (error) {
      return { lane, error };
    }
  };
  for await (const { lane, result, error } of inOrder(runnable, run)) {
    if (error) report('failed', lane.name, error.stack);
    else results.push({ lane, result });
  }
  return results;
}

function broken({ exactlyOnce }, failures) {
  return Object.entries(failures)
    .filter(([kind, found]) => found.length > 0 && (kind !== 'repeated' || exactlyOnce))
    .map(([kind, found]) => `${kind}: ${found.slice(0, 20).join(' ')}`);
}

const lanes = await lanesIn('lanes');
const flawed = await lanesIn('flawed');
console.log(`seed ${seed}`);

const results = await runAll(lanes, {
  events: Math.ceil(Number(options.events) / lanes.length),
  perSecond: 40,
  eventsPerKill: 40,
  patience: 60_000,
});
if (results.length > 0) {
  const columns = Object.keys(results[0].result.counts);
  const rows = results.map(({ lane, result }) => [
    lane.name,
    ...columns.map((column) => String(result.counts[column])),
  ]);
  console.log(`\n${table([['lane', ...columns], ...rows]).join('\n')}\n`);
  const sum = (of) => results.reduce((total, { result }) => total + of(result), 0);
  const total = { events: sum(({ counts }) => counts.events), kills: sum(({ kills }) => kills) };
  console.log(`${total.events} events, ${total.kills} kill -9\n`);
}
for (const { lane, result } of results) {
  const problems = broken(lane, result.failures);
  const promise = lane.exactlyOnce ? 'exactly once' : 'at least once';
  report(
    problems.length > 0 ? 'failed' : 'passed',
    `${lane.name}: ${promise}`,
    problems.join('\n'),
  );
}

// A proof that cannot fail proves nothing: what is broken on purpose must be found broken.
const caught = await runAll(flawed, {
  events: 160,
  perSecond: 40,
  eventsPerKill: 10,
  patience: 0,
});
for (const { lane, result } of caught) {
  const found = result.failures[lane.flaw].length;
  report(found > 0 ? 'passed' : 'failed', `flawed: ${lane.name}: ${found} ${lane.flaw}`);
}

if (options.report) writeFileSync(options.report, JSON.stringify(count));
if (count.failed > 0) {
  // The plan is made for so many events.
  const same = [`--seed ${seed}`, `--events ${options.events}`];
  if (options.lane) same.push(`--lane '${options.lane}'`);
  console.log(`The same plan again: npm run test:crash -- ${same.join(' ')}`);
}
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`);
process.exit(count.failed > 0 ? 1 : 0);
