// Kills receivers and workers, crashes servers and cuts connections, then checks that no acked event is missing, nothing is
// stuck, and no effect is repeated where exactly once is promised. The columns are explained in docs/crash-proof.md.
import { randomInt } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { indented, inOrder } from '../command.mjs';
import { table } from '../table.mjs';
import { runScenario } from './run-scenario.mjs';
import { servers } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    /** Determines the plan of faults. The run prints it. */
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    /** The number of events of all scenarios together. */
    events: { type: 'string', default: '2400' },
    /** Only the scenarios whose name contains this text, flawed ones included. */
    scenario: { type: 'string', default: '' },
    /** The path of a JSON file for the counts. */
    report: { type: 'string' },
  },
});
const seed = Number(options.seed);

async function scenariosIn(folder) {
  const url = new URL(`${folder}/`, import.meta.url);
  const files = readdirSync(url).filter((file) => file.endsWith('.mjs'));
  const all = await Promise.all(
    files.map(async (name) => {
      const file = new URL(name, url).href;
      return { file, ...(await import(file)) };
    }),
  );
  return all.filter(({ scenario }) => scenario.name.includes(options.scenario));
}

const count = { passed: 0, failed: 0, skipped: 0 };

function report(status, name, details = '') {
  count[status] += 1;
  const label = { passed: 'ok', failed: 'not ok', skipped: 'skipped' }[status];
  console.log(`${label.padEnd(7)} ${name}`);
  if (details) console.log(indented(details));
}

/**
 * Runs the scenarios whose server is installed, and reports those that were skipped or did not finish.
 *
 * @returns `{ scenario, result }` for each one that finished.
 */
async function runAll(scenarios, load) {
  const runnable = scenarios.filter(({ scenario }) => {
    const { missing } = servers[scenario.server];
    if (missing === undefined) return true;
    const status = process.env.REQUIRE_SERVICES === '1' ? 'failed' : 'skipped';
    report(status, `${scenario.name}: ${missing} is not installed`);
    return false;
  });
  const results = [];
  const run = async ({ scenario, file }) => {
    try {
      return { scenario, result: await runScenario(scenario, file, seed, load) };
    } catch (error) {
      return { scenario, error };
    }
  };
  for await (const { scenario, result, error } of inOrder(runnable, run)) {
    if (error) report('failed', scenario.name, error.stack);
    else results.push({ scenario, result });
  }
  return results;
}

function brokenInvariants({ exactlyOnce }, failures) {
  return Object.entries(failures)
    .filter(([kind, found]) => found.length > 0 && (kind !== 'repeated' || exactlyOnce))
    .map(([kind, found]) => `${kind}: ${found.slice(0, 20).join(' ')}`);
}

const scenarios = await scenariosIn('scenarios');
const flawed = await scenariosIn('flawed');
console.log(`seed ${seed}`);

const results = await runAll(scenarios, {
  events: Math.ceil(Number(options.events) / scenarios.length),
  perSecond: 40,
  eventsPerKill: 40,
  timeout: 60_000,
});
if (results.length > 0) {
  const columns = Object.keys(results[0].result.counts);
  const rows = results.map(({ scenario, result }) => [
    scenario.name,
    ...columns.map((column) => String(result.counts[column])),
  ]);
  console.log(`\n${table([['scenario', ...columns], ...rows]).join('\n')}\n`);
  const sum = (figure) => results.reduce((total, { result }) => total + figure(result), 0);
  const total = { events: sum(({ counts }) => counts.events), kills: sum(({ kills }) => kills) };
  console.log(`${total.events} events, ${total.kills} kill -9\n`);
}
for (const { scenario, result } of results) {
  const problems = brokenInvariants(scenario, result.failures);
  const promise = scenario.exactlyOnce ? 'exactly once' : 'at least once';
  report(
    problems.length > 0 ? 'failed' : 'passed',
    `${scenario.name}: ${promise}`,
    problems.join('\n'),
  );
}

// The checks are tested too: each flawed scenario must break the invariant that it names.
const flawedResults = await runAll(flawed, {
  events: 160,
  perSecond: 40,
  eventsPerKill: 10,
  timeout: 0,
});
for (const { scenario, result } of flawedResults) {
  const found = result.failures[scenario.flaw].length;
  report(found > 0 ? 'passed' : 'failed', `flawed: ${scenario.name}: ${found} ${scenario.flaw}`);
}

if (options.report) writeFileSync(options.report, JSON.stringify(count));
if (count.failed > 0) {
  // The plan depends on the number of events too.
  const flags = [`--seed ${seed}`, `--events ${options.events}`];
  if (options.scenario) flags.push(`--scenario '${options.scenario}'`);
  console.log(`To repeat the same plan: npm run test:crash -- ${flags.join(' ')}`);
}
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`);
process.exit(count.failed > 0 ? 1 : 0);
