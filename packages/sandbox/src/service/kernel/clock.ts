import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Changes } from '../db/changes.js';
import { clock } from '../db/schema/index.js';
import { firstRow, type Sql } from '../db/sql.js';
import { LAST_TIME } from './calendar/read-time.js';

export interface ClockState {
  readonly mode: 'real' | 'frozen';
  readonly now: Date;
}

/** The virtual time in SQL, from the columns of the clock. */
// The elapsed wall time is the time of the database, which all processes share. It is stored with milliseconds, which may
// round it up.
export const NOW = `case when frozen then at else at + greatest(interval '0', clock_timestamp() - wall_at) end`;

const milliseconds = (time: string): string => `floor(extract(epoch from ${time}) * 1000)::text`;

/** Reads the clock, for {@link parseClock}. */
export const CLOCK_QUERY = `select frozen, ${milliseconds(NOW)} as now,
  ${milliseconds('at')} as at, ${milliseconds('wall_at')} as wall_at from public.clock`;

const Row = z.object({
  frozen: z.boolean(),
  now: z.coerce.number(),
  at: z.coerce.number(),
  wall_at: z.coerce.number(),
});

/** @param row The row of {@link CLOCK_QUERY}. */
export function parseClock(row: unknown): ClockState {
  const { frozen, now } = Row.parse(row);
  return { mode: frozen ? 'frozen' : 'real', now: new Date(now) };
}

/** Keeps the row of {@link CLOCK_QUERY} for as long as nothing has changed, and advances its `now` as {@link NOW} does. */
export class KnownClock {
  readonly #changes: Changes;
  #count: number | undefined;
  #row: z.output<typeof Row> | undefined;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** @param row Read in the present transaction. */
  keep(row: unknown): void {
    if (row === this.#row) return;
    this.#row = Row.parse(row);
    this.#count = this.#changes.count;
  }

  /** `undefined` if it has to be read. Called in a transaction on the only connection of the database, so nothing can change it. */
  row(): unknown {
    if (!this.#row || this.#count !== this.#changes.count) return undefined;
    const { frozen, at, wall_at: wallAt } = this.#row;
    this.#row.now = frozen ? at : at + Math.max(0, Date.now() - wallAt);
    return this.#row;
  }
}

/** Reads the virtual time, which the service takes for now. Timeouts, leases and signatures use the wall clock instead. */
export async function readClock(db: Sql): Promise<ClockState> {
  return parseClock(firstRow(await db.execute(sql.raw(CLOCK_QUERY))));
}

/**
 * Sets the clock. A real clock continues from there.
 *
 * @param condition Must hold for the clock to be set. Default: always.
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

/** The clock is being moved: only one command at a time can move it. */
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
