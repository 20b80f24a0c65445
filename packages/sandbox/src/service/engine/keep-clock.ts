import { and, eq, gt, not, sql } from 'drizzle-orm';
import { clock, engineLease, jobs } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { NOW, setClock } from '../kernel/clock.js';
import { engineLeaseTime, jobLease } from './lease.js';

/** The system clock of the database was set back. */
export class ClockSetBackError extends Error {
  override readonly name = 'ClockSetBackError';

  constructor() {
    super('The system clock was set back. The clock of the service continues from where it was.');
  }
}

type Reading = Awaited<ReturnType<typeof readRow>>;

const CHECK_EVERY_MS = 5000;
// Slewing a clock takes less from it in that time.
const TOLERANCE_MS = 1000;

/**
 * Keeps a real clock from going back, or stopping, when the system clock of the database is set back: due work would wait for as
 * long, and so would the work of a process that has died. A system clock that is set forward is followed.
 */
export function keepClock(db: Sql, onError: (error: unknown) => void) {
  let before: Reading | undefined;

  /** Checks now. Rejects when the database does not answer. */
  async function check(): Promise<void> {
    const askedAt = performance.now();
    const last = before;
    const reading = await readRow(db);
    before = reading;
    // The system clock may have been set back before the first check of this process.
    if (!last) return await endLongLeases(db);
    const expected = last.now + (askedAt - last.readAt);
    if (!isSameClock(last, reading) || expected - reading.now < TOLERANCE_MS) return;
    // Another process may have set it since.
    const { at, wallAt } = reading;
    const isUnchanged = and(not(clock.frozen), eq(clock.at, at), eq(clock.wallAt, wallAt));
    const isSet = await setClock(db, { mode: 'real', now: new Date(expected) }, isUnchanged);
    if (isSet) onError(new ClockSetBackError());
    await endLongLeases(db);
  }

  // The next request or job reports that the database is away.
  const look = (): Promise<void> => check().catch(() => {});
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, CHECK_EVERY_MS).unref();
  return {
    check,
    async close(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}

async function readRow(db: Sql) {
  const milliseconds = sql`extract(epoch from ${sql.raw(NOW)}) * 1000`.mapWith(Number);
  const { frozen, at, wallAt } = clock;
  const [row] = await db.select({ frozen, at, wallAt, now: milliseconds }).from(clock);
  if (!row) throw new Error('The clock has no row.');
  // The time of the answer, by a monotonic clock.
  return { ...row, readAt: performance.now() };
}

/** Whether the virtual clock runs, and was not set between two readings. */
function isSameClock(one: Reading, other: Reading): boolean {
  return (
    !one.frozen &&
    !other.frozen &&
    one.at.getTime() === other.at.getTime() &&
    one.wallAt.getTime() === other.wallAt.getTime()
  );
}

/** Shortens leases that were taken before the system clock was set back. */
async function endLongLeases(db: Sql): Promise<void> {
  const longest = sql`now() + ${jobLease}`;
  await db.update(jobs).set({ leaseUntil: longest }).where(gt(jobs.leaseUntil, longest));
  const longestOfEngine = sql`now() + ${engineLeaseTime}`;
  await db
    .update(engineLease)
    .set({ until: longestOfEngine })
    .where(gt(engineLease.until, longestOfEngine));
}
