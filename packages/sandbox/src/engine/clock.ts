import { sql } from 'drizzle-orm';
import { clock } from '../store/schema/index.js';
import type { Sql } from '../store/sql.js';

/** What the clock shows. */
export interface ClockState {
  readonly mode: 'real' | 'frozen';
  readonly now: Date;
}

/** The virtual time: what the service takes for now. Timeouts, leases and signatures go by the wall clock instead. */
export async function readClock(db: Sql): Promise<ClockState> {
  const [row] = await db.select().from(clock);
  if (!row) throw new Error('The clock has no row.');
  if (row.frozen) return { mode: 'frozen', now: row.at };
  return { mode: 'real', now: new Date(row.at.getTime() + Date.now() - row.wallAt.getTime()) };
}

/** Sets the clock. A real clock goes on from there. */
export async function setClock(db: Sql, { mode, now }: ClockState): Promise<void> {
  const values = { frozen: mode === 'frozen', at: now, wallAt: new Date() };
  await db
    .insert(clock)
    .values(values)
    .onConflictDoUpdate({ target: clock.one, set: values, where: sql`true` });
}
