// Drives the service to the extremes of its limits, and prints the longest turn of its event loop in each, during which no other
// request is answered. CPU time of the main thread, next to the time that hashing takes there.
import { parseArgs } from 'node:util';
import { table } from '../../.ci/table.mjs';
import { isServerReachable } from '../support/scratch-database.ts';
import { called, measureTurns, startService } from './service.mjs';
import { worlds } from './worlds.mjs';

// Law 12: 300 ms where 100 MB are hashed in 55 ms, and in proportion elsewhere.
const ALLOWED = 300 / 55;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mode: { type: 'string', multiple: true },
    /** Prints the statement and the functions that took longest, for turns of more than half the limit. */
    why: { type: 'boolean', default: false },
  },
});
const chosen = ({ name }) =>
  positionals.length === 0 || positionals.some((text) => name.includes(text));

const rows = [];
let openapi;
const problems = [];

async function runWorld({ name: world, args, begin = async () => ({}), actions }, mode) {
  let service;
  let context;
  const isWanted = ({ modes = [mode], ...action }) => modes.includes(mode) && chosen(action);
  const renew = async () => {
    await service?.end();
    service = undefined;
    service = await startService(mode, args);
    openapi ??= (await service.request('GET', '/v1/openapi.json')).body;
    context = await begin(service);
  };
  try {
    for (const action of actions.filter(isWanted)) {
      if (!service || action.alone) await renew();
      const outcome = await runAction(action, service, context);
      if (outcome.isOver || outcome.error) await renew();
    }
  } catch (error) {
    problems.push(`${mode}, ${world}: ${error.stack}`);
  } finally {
    await service?.end();
  }
}

async function runAction({ name, prepare, check, limit, judged = true }, service, context) {
  const { mode } = service;
  try {
    const run = await prepare(service, context);
    const found = await measureTurns(service, run, { limit, why: options.why });
    if (!found.isOver && !found.error)
      await check?.(service).catch((error) => (found.error = error));
    const allowed = found.hash * ALLOWED;
    rows.push({ name, mode, ...found, allowed, judged, isAbove: judged && found.ms > allowed });
    const { ms, isOver, error } = found;
    console.log(`${isOver ? '>' : ' '}${ms.toFixed(0).padStart(6)} ms ${mode.padEnd(8)} ${name}`);
    if (error) problems.push(`${mode}, ${name}: ${error.stack}`);
    if (options.why && found.why && ms > allowed / 4) explain(found);
    return found;
  } catch (error) {
    problems.push(`${mode}, ${name}, before it: ${error.stack}`);
    return { error };
  }
}

function explain({ statement, why }) {
  if (statement.ms > 10) {
    console.log(`    ${statement.ms.toFixed(0)} ms: ${statement.text.slice(0, 300)}`);
  }
  for (const [place, ms] of why) console.log(`    ${ms.toFixed(0).padStart(6)} ms in ${place}`);
}

/** The operations of the OpenAPI document that no action calls. */
function notCalled() {
  return Object.entries(openapi.paths).flatMap(([path, methods]) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    return Object.entries(methods)
      .filter(([, { operationId }]) => operationId)
      .filter(([method]) => {
        return ![...called].some((one) => {
          const [sent, to] = one.split(' ');
          return sent === method.toUpperCase() && pattern.test(to);
        });
      })
      .map(([, { operationId }]) => operationId);
  });
}

const all = ['memory', 'folder', ...((await isServerReachable()) ? ['postgres'] : [])];
for (const mode of options.mode ?? all) {
  for (const world of worlds) await runWorld(world, mode);
}

const lines = rows
  .sort((a, b) => b.ms - a.ms)
  .map(({ name, mode, ms, isOver, allowed, judged, isAbove }) => [
    name,
    mode,
    `${isOver ? '> ' : ''}${ms.toFixed(0)}`,
    judged ? allowed.toFixed(0) : '-',
    isAbove ? 'too long' : '',
  ]);
console.log(
  `\n${table([['action', 'mode', 'longest turn, ms', 'allowed', ''], ...lines]).join('\n')}`,
);
if (positionals.length === 0) {
  const missed = notCalled();
  if (missed.length > 0) console.log(`not driven: ${missed.join(', ')}`);
}
for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 || rows.some(({ isAbove }) => isAbove) ? 1 : 0);
