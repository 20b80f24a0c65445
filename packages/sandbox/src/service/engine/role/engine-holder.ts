import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { engineLease, jobs } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import type { Transact } from '../../db/transact.js';
import { ClockHeldError } from '../../kernel/clock.js';
import { engineLeaseTime, RENEW_ENGINE_MS } from '../lease.js';
import type { EngineRole } from './engine-role.js';
import { taking } from './taking.js';

type Lease = typeof engineLease.$inferSelect;

const POLL_MS = 50;

/**
 * The role of a process that was started with the controls: of all of them, the holder of a leased row runs the jobs. Another
 * takes its place when the lease has ended, or when it is asked to move the clock and the holder does not.
 */
export class EngineHolder implements EngineRole {
  readonly #db: Sql;
  readonly #transact: Transact;
  readonly #onHeld: () => void;
  readonly #onError: (error: unknown) => void;
  readonly #me = randomUUID();
  readonly mayRun = sql`exists (select from ${engineLease}
    where ${engineLease.holder} = ${this.#me} and ${engineLease.until} > now())`;
  readonly #timer: NodeJS.Timeout;
  #renewal: Promise<void>;
  #busy = false;

  /** @param onHeld Called when this process has become the holder. */
  constructor(db: Sql, transact: Transact, onHeld: () => void, onError: (error: unknown) => void) {
    this.#db = db;
    this.#transact = transact;
    this.#onHeld = onHeld;
    this.#onError = onError;
    this.#renewal = this.#renew();
    this.#timer = setInterval(() => {
      this.#renewal = this.#renewal.then(() => this.#renew());
    }, RENEW_ENGINE_MS);
  }

  take<Result>(body: (tx: Sql) => Promise<Result>): Promise<Result> {
    return taking(this.#transact, body);
  }

  async alone<Result>(inFlight: 'awaited' | 'lost', body: () => Promise<Result>): Promise<Result> {
    try {
      await taking(this.#transact, async (tx) => {
        const lease = await liveLease(tx);
        if (lease && lease.holder !== this.#me && lease.busy) throw new ClockHeldError();
        this.#busy = true;
        await this.#hold(tx, lease);
        if (inFlight === 'lost') await loseJobs(tx);
      });
      while (inFlight === 'awaited' && (await areHeld(this.#db))) await sleep(POLL_MS);
      return await body();
    } finally {
      // Where this cannot be recorded now, the next renewal does it.
      this.#busy = false;
      await this.#db
        .update(engineLease)
        .set({ busy: false })
        .where(eq(engineLease.holder, this.#me))
        .catch(this.#onError);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    // Without the database, the lease ends by itself.
    await this.#db.delete(engineLease).where(eq(engineLease.holder, this.#me)).catch(this.#onError);
  }

  /** Goes on holding the lease, or takes it from a process that has not renewed it in time. */
  async #renew(): Promise<void> {
    try {
      const becameHolder = await taking(this.#transact, async (tx) => {
        const lease = await liveLease(tx);
        if (lease && lease.holder !== this.#me) return false;
        await this.#hold(tx, lease);
        return !lease;
      });
      if (becameHolder) this.#onHeld();
    } catch (error) {
      this.#onError(error);
    }
  }

  /** @param lease Its state, unless it has ended. */
  async #hold(tx: Sql, lease: Lease | undefined): Promise<void> {
    const [before] = lease ? [lease] : await tx.select().from(engineLease);
    const values = { holder: this.#me, until: sql`now() + ${engineLeaseTime}`, busy: this.#busy };
    await tx
      .insert(engineLease)
      .values(values)
      .onConflictDoUpdate({ target: engineLease.one, set: values });
    // The former holder is dead, or stands still.
    if (!lease && before && before.holder !== this.#me) await loseJobs(tx);
  }
}

async function liveLease(tx: Sql): Promise<Lease | undefined> {
  const [lease] = await tx.select().from(engineLease).where(gt(engineLease.until, sql`now()`));
  return lease;
}

/** Takes all jobs from those who have taken them. They can no longer end them. */
async function loseJobs(tx: Sql): Promise<void> {
  await tx
    .update(jobs)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(isNotNull(jobs.leaseUntil));
}

async function areHeld(db: Sql): Promise<boolean> {
  const rows = await db
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(and(isNotNull(jobs.leaseUntil), gt(jobs.leaseUntil, sql`now()`)))
    .limit(1);
  return rows.length > 0;
}
