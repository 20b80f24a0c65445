// What handlers do, and where it can be seen that they did it: outside the process that is killed.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_STEP = 60;

/**
 * A handler that takes its time before its effect and after it, so that a crash finds it in either. One run in twenty
 * fails before the effect and, where a failure rolls the effect back, one in twenty after it.
 *
 * @param options `{ rollsBack, hesitates, lingers }`: the times before and after the effect, at most, in milliseconds.
 */
export function working(effect, options = {}) {
  const { rollsBack = false, hesitates = LONGEST_STEP, lingers = LONGEST_STEP } = options;
  return async (event, context) => {
    await sleep(Math.random() * hesitates);
    if (Math.random() < 0.05) throw new Error('The handler fails before its effect.');
    await effect(event, context);
    await sleep(Math.random() * lingers);
    if (rollsBack && Math.random() < 0.05) throw new Error('The handler fails after its effect.');
  };
}

/** An effect that is one line in a file, on disk before the handler goes on. */
export function toFile(file) {
  return ({ id }) => appendFileSync(file, `${id}\n`, { flush: true });
}

/** @returns the id of each run, in their order. */
export function runsInFile(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** Makes the table for {@link toTable}. */
export async function createEffectsTable(pool) {
  await pool.query('CREATE TABLE effects (run serial PRIMARY KEY, event_id text NOT NULL)');
}

/** An effect that is a row, in the transaction of `transactional`. */
export async function toTable({ id }, { tx }) {
  await tx.query('INSERT INTO effects (event_id) VALUES ($1)', [id]);
}

/** @returns the id of each run, in their order. */
export async function runsInTable(pool) {
  const { rows } = await pool.query('SELECT event_id FROM effects ORDER BY run');
  return rows.map((row) => row.event_id);
}
