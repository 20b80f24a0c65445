import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { jobs } from '../store/schema/index.js';
import type { Sql } from '../store/sql.js';
import type { Job } from './jobs.js';

/** A job that this process holds. The owner is new each time, so that a former holder cannot end it. */
export interface HeldJob {
  readonly job: Job;
  readonly owner: string;
}

/** Takes the first job that is due, by time and then by age. It is held for a minute of wall time. */
export function takeJob(
  db: Sql,
  until: Date,
  excludedEndpoints: readonly string[] = [],
): Promise<HeldJob | undefined> {
  return holdFirst(db, and(lte(jobs.dueAt, until), notOf(excludedEndpoints)));
}

/** Takes the first job of an object, due or not, unless it is held. */
export function takeJobOf(db: Sql, ref: string): Promise<HeldJob | undefined> {
  return holdFirst(db, eq(jobs.ref, ref));
}

async function holdFirst(db: Sql, where: SQL | undefined): Promise<HeldJob | undefined> {
  const owner = randomUUID();
  const first = db
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(and(where, or(isNull(jobs.leaseUntil), lt(jobs.leaseUntil, sql`now()`))))
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
    .where(and(isNull(jobs.leaseUntil), notOf(excludedEndpoints)))
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .limit(1);
  return row?.dueAt;
}

function notOf(endpoints: readonly string[]): SQL | undefined {
  return endpoints.length === 0
    ? undefined
    : or(isNull(jobs.endpointId), notInArray(jobs.endpointId, [...endpoints]));
}
