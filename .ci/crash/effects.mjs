// What handlers do, and where it can be seen that they did it: outside the process that is killed.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_STEP = 80;

/**
 * A handler that takes its time before its effect and after it, so that a crash finds it in either. Now and then it fails:
 * before the effect, or after it where the effect is then rolled back.
 */
export function working(effect, { rollsBack = false } = {}) {
  const failed = new Set();
  const failsNow = (event, remainder) => {
    const number = Number(event.id.split('_').at(-1));
    if (number % 20 !== remainder || failed.has(event.id)) return false;
    failed.add(event.id);
    return true;
  };
  return async (event, context) => {
    await sleep(Math.random() * LONGEST_STEP);
    if (failsNow(event, 7)) throw new Error('The handler fails before its effect.');
    await effect(event, context);
    await sleep(Math.random() * LONGEST_STEP);
    if (rollsBack && failsNow(event, 17)) throw new Error('The handler fails after its effect.');
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
