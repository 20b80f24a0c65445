// Kills receivers and workers, crashes servers and cuts connections, then checks that no acked event is missing, nothing is
// stuck, and no effect is repeated where exactly once is promised. The columns are explained in docs/crash-proof.md.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { indented, inOrder } from '../../.ci/command.mjs';
import { table } from '../../.ci/table.mjs';
import { loadScenarios } from './load-scenarios.mjs';
import { runDrill } from './run-drill.mjs';
import { runStream } from './run-stream.mjs';
import { servers } from './servers.mjs';
import { runServiceStream } from './service/run-service-stream.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Determines the plan of faults, and the random choices of processes. */
    seed: { type: 'string', default: '1' },
    /** The number of events of all streams together. */
    events: { type: 'string', default: '2400' },
    /** The number of verifications of all streams of the service together. */
    verifications: { type: 'string', default: '2000' },
    /** How many scenarios run at once. The limits of each hold on an idle machine. */
    'at-once': { type: 'string', default: String(availableParallelism()) },
    /** Runs the flawed versions of the scenarios instead, which must break the invariants that they name. */
    flawed: { type: 'boolean', default: false },
    /** The path of a JSON file for the results. */
    report: { type: 'string' },
  },
});
const seed = Number(options.seed);
// No drill needs nearly as long, even though SQS counts seconds and a process starts slowly on a busy machine.
const DRILL_LIMIT_MS = 180_000;
const MOST_RUNS = 3;

/** The content of the report file: `{ name, status, failure }` for each scenario. */
const reported = [];

function report(status, { name }, { note = '', details = '' } = {}) {
  reported.push({ name, status, failure: details || note });
  const label = { passed: 'ok', failed: 'not ok', skipped: 'skipped' }[status];
  console.log(`${label.padEnd(7)} ${name}${note}`);
  if (details) console.log(indented(details));
}

/** Runs the scenarios whose server is installed, streams with the load of `loadOf`. @yields `{ scenario, result, error, seconds }`. */
async function* runAll(scenarios, loadOf) {
  const runnable = scenarios.filter(({ scenario }) => {
    const { missing, optional = false } = servers[scenario.server];
    if (missing === undefined) return true;
    const status = process.env.REQUIRE_SERVICES === '1' && !optional ? 'failed' : 'skipped';
    report(status, scenario, { note: `: ${missing} is not installed` });
    return false;
  });
  const run = async ({ file, scenario }) => {
    const which = { file, name: scenario.name };
    const start = performance.now();
    try {
      const result = await runUntilFound(scenario, () =>
        scenario.drill ? inTime(runDrill(scenario, which, seed)) : runLoad(scenario, which, loadOf),
      );
      return { scenario, result, seconds: secondsSince(start) };
    } catch (error) {
      return { scenario, error, seconds: secondsSince(start) };
    }
  };
  yield* inOrder(runnable, run, Number(options['at-once']));
}

function runLoad(scenario, which, loadOf) {
  const run = scenario.service ? runServiceStream : runStream;
  return run(scenario, which, seed, loadOf(scenario));
}

/** Runs a flawed scenario again if it has not shown its flaw: on a busy machine, a wrong step may come too late. */
async function runUntilFound({ flaw }, run) {
  for (let runs = 1; ; runs += 1) {
    const result = await run();
    if (!flaw || result.failures[flaw].length > 0 || runs === MOST_RUNS) return result;
  }
}

function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

async function inTime(drill) {
  const timer = new AbortController();
  const limit = sleep(DRILL_LIMIT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`The scenario did not end within ${DRILL_LIMIT_MS / 1000} s.`);
  });
  try {
    return await Promise.race([drill, limit]);
  } finally {
    limit.catch(() => {});
    timer.abort();
  }
}

function brokenInvariants({ drill, exactlyOnce }, failures) {
  return Object.entries(failures)
    .filter(([kind, found]) => found.length > 0 && (kind !== 'repeated' || drill || exactlyOnce))
    .map(([kind, found]) => `${kind}: ${found.slice(0, 20).join(', ')}`);
}

function reportResult({ scenario, result, error, seconds }) {
  const note = `, ${seconds}`;
  if (error) return report('failed', scenario, { note, details: error.stack });
  const problems = brokenInvariants(scenario, result.failures);
  const status = problems.length > 0 ? 'failed' : 'passed';
  report(status, scenario, { note, details: [...problems, ...(result.notes ?? [])].join('\n') });
}

function reportTable(results) {
  const columns = Object.keys(results[0].result.counts);
  const rows = results.map(({ scenario, result }) => [
    scenario.name,
    ...columns.map((column) => String(result.counts[column])),
  ]);
  console.log(`\n${table([['stream', ...columns], ...rows]).join('\n')}\n`);
  const sum = (figure) => results.reduce((total, { result }) => total + figure(result), 0);
  const total = { events: sum(({ counts }) => counts.events), kills: sum(({ kills }) => kills) };
  console.log(`${total.events} events, ${total.kills} kill -9\n`);
}

/** A flawed scenario must break the invariant that it names. */
function reportFlawed({ scenario, result, error, seconds }) {
  if (error) return report('failed', scenario, { note: `, ${seconds}`, details: error.stack });
  const found = result.failures[scenario.flaw].length;
  const note = `: ${found} ${scenario.flaw}, ${seconds}`;
  report(found > 0 ? 'passed' : 'failed', scenario, { note });
}

/** Runs streams, each with its share of the events. */
async function runStreams(streams, total, load) {
  const results = [];
  const shareOf = (scenario) => scenario.load?.share ?? 1;
  const shares = streams.reduce((sum, { scenario }) => sum + shareOf(scenario), 0);
  const loadOf = (scenario) => {
    const events = Math.ceil((total * shareOf(scenario)) / shares);
    return { ...load, ...scenario.load, events };
  };
  for await (const outcome of runAll(streams, loadOf)) {
    reportResult(outcome);
    if (outcome.result) results.push(outcome);
  }
  if (results.length > 0) reportTable(results);
}

async function runSound(scenarios) {
  const streams = scenarios.filter(({ scenario }) => !scenario.drill && !scenario.service);
  // The limit only ends a hang: on a busy machine, a killed process may need most of a minute to start again.
  const load = { perSecond: 40, eventsPerKill: 40, timeout: 600_000 };
  await runStreams(streams, Number(options.events), load);
  const serviceStreams = scenarios.filter(({ scenario }) => scenario.service);
  await runStreams(serviceStreams, Number(options.verifications), load);
  const drills = scenarios.filter(({ scenario }) => scenario.drill);
  for await (const outcome of runAll(drills)) reportResult(outcome);
}

async function runFlawed(scenarios) {
  const load = { events: 160, perSecond: 40, eventsPerKill: 10, timeout: 3000 };
  const serviceLoad = { events: 120, perSecond: 12, eventsPerKill: 8, timeout: 20_000 };
  const loadOf = ({ service, shortLoad }) => ({ ...(service ? serviceLoad : load), ...shortLoad });
  for await (const outcome of runAll(scenarios, loadOf)) reportFlawed(outcome);
}

console.log(`seed ${seed}`);
// A scenario throws where the code that it changes has moved. The gate runs the sound ones, and loads all.
await loadScenarios('flawed', []);
const scenarios = await loadScenarios(options.flawed ? 'flawed' : 'scenarios', positionals);
await (options.flawed ? runFlawed : runSound)(scenarios);

if (options.report) writeFileSync(options.report, JSON.stringify(reported));
const count = (wanted) => reported.filter(({ status }) => status === wanted).length;
const failed = count('failed');
if (failed > 0) {
  // The plan depends on the number of events too.
  const { events, verifications } = options;
  const flags = [`--seed ${seed}`, `--events ${events}`, `--verifications ${verifications}`];
  flags.push(...positionals.map((text) => `'${text}'`));
  if (options.flawed) flags.push('--flawed');
  console.log(`To repeat the same plan: npm run test:crash -- ${flags.join(' ')}`);
}
const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
console.log(`${count('passed')} passed, ${failed} failed${skipped}`);
process.exit(failed > 0 ? 1 : 0);
