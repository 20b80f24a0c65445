import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import { jobs } from '../store/schema/index.js';
import type { Sql } from '../store/sql.js';
import type { Job } from './jobs.js';

/** A job that this process holds. The owner is new each time, so that a former holder cannot end it. */
export interface HeldJob {
  readonly job: Job;
  readonly owner: string;
}

/** Takes the first job that is due, by time and then by age. It is held for a minute of wall time. */
export async function takeJob(
  db: Sql,
  until: Date,
  excludedEndpoints: readonly string[] = [],
): Promise<HeldJob | undefined> {
  const owner = randomUUID();
  const first = db
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(
      and(
        lte(jobs.dueAt, until),
        or(isNull(jobs.leaseUntil), lt(jobs.leaseUntil, sql`now()`)),
        excludedEndpoints.length === 0
          ? undefined
          : or(isNull(jobs.endpointId), notInArray(jobs.endpointId, [...excludedEndpoints])),
      ),
    )
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .limit(1)
    .for('update', { skipLocked: true });
  const [job] = await db
    .update(jobs)
    .set({ leaseOwner: owner, leaseUntil: sql`now() + interval '1 minute'` })
    .where(eq(jobs.seq, first))
    .returning();
  return job && { job, owner };
}

/** Takes the first job of an object, due or not, unless it is held. */
export async function takeJobOf(db: Sql, ref: string): Promise<HeldJob | undefined> {
  const owner = randomUUID();
  const first = db
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(and(eq(jobs.ref, ref), or(isNull(jobs.leaseUntil), lt(jobs.leaseUntil, sql`now()`))))
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .limit(1)
    .for('update', { skipLocked: true });
  const [job] = await db
    .update(jobs)
    .set({ leaseOwner: owner, leaseUntil: sql`now() + interval '1 minute'` })
    .where(eq(jobs.seq, first))
    .returning();
  return job && { job, owner };
}

/** Removes a job that is done. False: this process no longer holds it. */
export async function removeJob(tx: Sql, { job, owner }: HeldJob): Promise<boolean> {
  const removed = await tx
    .delete(jobs)
    .where(and(eq(jobs.seq, job.seq), eq(jobs.leaseOwner, owner)))
    .returning({ seq: jobs.seq });
  return removed.length > 0;
}

/** When the next job is due that nobody holds. */
export async function nextDue(
  db: Sql,
  excludedEndpoints: readonly string[] = [],
): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: jobs.dueAt })
    .from(jobs)
    .where(
      and(
        isNull(jobs.leaseUntil),
        excludedEndpoints.length === 0
          ? undefined
          : or(isNull(jobs.endpointId), notInArray(jobs.endpointId, [...excludedEndpoints])),
      ),
    )
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .limit(1);
  return row?.dueAt;
}
