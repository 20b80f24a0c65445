// The effects of handlers, stored outside the process that is killed.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const DEFAULT_MAX_DELAY = 60;

/**
 * A handler with a random delay before and after its effect, so that a crash hits either. One run in twenty fails before the
 * effect and, with `failsAfterEffect`, one in twenty after it.
 *
 * @param options `{ failsAfterEffect, diesAfterEffect, maxDelayBefore, maxDelayAfter }`. Delays are in milliseconds;
 * `failsAfterEffect` requires an effect that a failure rolls back; with `diesAfterEffect`, one run in ten ends its process.
 */
export function createHandler(effect, options = {}) {
  const {
    failsAfterEffect = false,
    diesAfterEffect = false,
    maxDelayBefore = DEFAULT_MAX_DELAY,
    maxDelayAfter = DEFAULT_MAX_DELAY,
  } = options;
  return async (event, context) => {
    await sleep(Math.random() * maxDelayBefore);
    if (Math.random() < 0.05) throw new Error('The handler fails before its effect.');
    await effect(event, context);
    if (diesAfterEffect && Math.random() < 0.1) process.kill(process.pid, 'SIGKILL');
    await sleep(Math.random() * maxDelayAfter);
    if (failsAfterEffect && Math.random() < 0.05)
      throw new Error('The handler fails after its effect.');
  };
}

/** An effect that appends a line to a file and flushes it to the disk. */
export function appendToFile(file) {
  return ({ id }) => appendFileSync(file, `${id}\n`, { flush: true });
}

/** @returns the event id of each run, in order. */
export function runsInFile(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

/** Creates the table for {@link insertIntoTable}. */
export async function createEffectsTable(pool) {
  await pool.query('CREATE TABLE effects (run serial PRIMARY KEY, event_id text NOT NULL)');
}

/** An effect that inserts a row, in the transaction of `transactional`. */
export async function insertIntoTable({ id }, { tx }) {
  await tx.query('INSERT INTO effects (event_id) VALUES ($1)', [id]);
}

/** @returns the event id of each run, in order. */
export async function runsInTable(pool) {
  const { rows } = await pool.query('SELECT event_id FROM effects ORDER BY run');
  return rows.map((row) => row.event_id);
}

/** The same on MariaDB. */
export async function createEffectsTableOnMysql(pool) {
  await pool.query(
    'CREATE TABLE effects (run INT AUTO_INCREMENT PRIMARY KEY, event_id VARCHAR(99) NOT NULL)',
  );
}

/** An effect that inserts a row, in the transaction of `transactional`. */
export async function insertIntoTableOnMysql({ id }, { tx }) {
  await tx.query('INSERT INTO effects (event_id) VALUES (?)', [id]);
}

/** @returns the event id of each run, in order. */
export async function runsInTableOnMysql(pool) {
  const [rows] = await pool.query('SELECT event_id FROM effects ORDER BY run');
  return rows.map((row) => row.event_id);
}
