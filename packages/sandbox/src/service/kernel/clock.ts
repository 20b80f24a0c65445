import { type SQL, sql } from 'drizzle-orm';
import { clock } from '../db/schema/index.js';
import { firstRow, type Sql } from '../db/sql.js';
import { LAST_TIME } from './calendar/read-time.js';

export interface ClockState {
  readonly mode: 'real' | 'frozen';
  readonly now: Date;
}

/** The virtual time in SQL, from the columns of the clock. */
// The wall time that passes is that of the database, which all processes share. It is stored with milliseconds, which may
// round it up.
export const NOW = `case when frozen then at else at + greatest(interval '0', clock_timestamp() - wall_at) end`;

/** Reads the clock, for {@link parseClock}. */
export const CLOCK_QUERY = `select frozen, floor(extract(epoch from ${NOW}) * 1000)::text as now from public.clock`;

/** @param row Of {@link CLOCK_QUERY}. */
export function parseClock(row: unknown): ClockState {
  if (typeof row !== 'object' || row === null || !('frozen' in row) || !('now' in row)) {
    throw new Error('The clock has no row.');
  }
  return { mode: row.frozen === true ? 'frozen' : 'real', now: new Date(Number(row.now)) };
}

/** The virtual time: what the service takes for now. Timeouts, leases and signatures go by the wall clock instead. */
export async function readClock(db: Sql): Promise<ClockState> {
  return parseClock(firstRow(await db.execute(sql.raw(CLOCK_QUERY))));
}

/**
 * Sets the clock. A real clock goes on from there.
 *
 * @param condition Who may set it. Default: everyone.
 * @returns Whether it was set.
 */
export async function setClock(
  db: Sql,
  { mode, now }: ClockState,
  condition: SQL = sql`true`,
): Promise<boolean> {
  const values = { frozen: mode === 'frozen', at: now, wallAt: sql`clock_timestamp()` };
  const set = await db.update(clock).set(values).where(condition).returning({ one: clock.one });
  return set.length > 0;
}

export async function createClock(db: Sql, { mode, now }: ClockState): Promise<void> {
  const frozen = mode === 'frozen';
  await db.insert(clock).values({ frozen, at: now, wallAt: sql`clock_timestamp()` });
}

/** The clock is being moved: one command at a time moves it. */
export class ClockHeldError extends Error {
  constructor() {
    super('The clock is being moved. Wait for the answer of the command that moves it.');
    this.name = 'ClockHeldError';
  }
}

export class ClockEndError extends Error {
  constructor() {
    super(`must not move the clock beyond ${LAST_TIME.toISOString()}`);
    this.name = 'ClockEndError';
  }
}
