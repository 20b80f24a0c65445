import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { engineLease, jobs } from '../../db/schema/index.js';
import type { Sql, Transact } from '../../db/sql.js';
import { ClockHeldError } from '../../kernel/clock.js';
import { engineLeaseTime, RENEW_ENGINE_MS } from '../lease.js';
import { type EngineRole, taking } from './engine-role.js';

type Lease = typeof engineLease.$inferSelect;

const POLL_MS = 50;

/**
 * The role of a process that was started with the controls: among these processes, the holder of a leased row runs the jobs. Another
 * takes its place when the lease has ended, or when it is asked to move the clock while the holder does not.
 *
 * @param onHeld Called when this process has become the holder.
 */
export function engineHolder(
  db: Sql,
  transact: Transact,
  onHeld: () => void,
  onError: (error: unknown) => void,
): EngineRole {
  const me = randomUUID();
  let busy = false;

  /** @param lease The present lease, unless it has ended. */
  const hold = async (tx: Sql, lease: Lease | undefined): Promise<void> => {
    const [before] = lease ? [lease] : await tx.select().from(engineLease);
    const values = { holder: me, until: sql`now() + ${engineLeaseTime}`, busy };
    await tx
      .insert(engineLease)
      .values(values)
      .onConflictDoUpdate({ target: engineLease.one, set: values });
    // The former holder is dead or paused.
    if (!lease && before && before.holder !== me) await loseJobs(tx);
  };

  /** Renews the lease, or takes it from a process that has not renewed it in time. */
  const renew = async (): Promise<void> => {
    try {
      const becameHolder = await taking(transact, async (tx) => {
        const lease = await liveLease(tx);
        if (lease && lease.holder !== me) return false;
        await hold(tx, lease);
        return !lease;
      });
      if (becameHolder) onHeld();
    } catch (error) {
      onError(error);
    }
  };

  let renewal = renew();
  const timer = setInterval(() => {
    renewal = renewal.then(renew);
  }, RENEW_ENGINE_MS);

  return {
    mayRun: sql`exists (select from ${engineLease}
      where ${engineLease.holder} = ${me} and ${engineLease.until} > now())`,
    take: (body) => taking(transact, body),
    async alone(inFlight, body) {
      try {
        await taking(transact, async (tx) => {
          const lease = await liveLease(tx);
          if (lease && lease.holder !== me && lease.busy) throw new ClockHeldError();
          busy = true;
          await hold(tx, lease);
          if (inFlight === 'lost') await loseJobs(tx);
        });
        while (inFlight === 'awaited' && (await areHeld(db))) await sleep(POLL_MS);
        return await body();
      } finally {
        // If this cannot be recorded now, the next renewal does it.
        busy = false;
        await db.update(engineLease).set({ busy }).where(eq(engineLease.holder, me)).catch(onError);
      }
    },
    async close() {
      clearInterval(timer);
      await renewal;
      // Without the database, the lease ends by itself.
      await db.delete(engineLease).where(eq(engineLease.holder, me)).catch(onError);
    },
  };
}

async function liveLease(tx: Sql): Promise<Lease | undefined> {
  const [lease] = await tx.select().from(engineLease).where(gt(engineLease.until, sql`now()`));
  return lease;
}

/** Takes all jobs from their holders, which can no longer end them. */
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
