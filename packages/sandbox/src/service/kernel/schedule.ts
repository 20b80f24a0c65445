import { and, eq, inArray } from 'drizzle-orm';
import { jobs } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';

export type Job = typeof jobs.$inferSelect;
export type JobKind = Job['kind'];

interface NewJob extends Pick<typeof jobs.$inferInsert, 'kind' | 'ref' | 'dueAt' | 'payload'> {
  readonly endpointId?: string;
}

/** Due work to be done later, in the transaction that makes it necessary. */
export async function schedule(tx: Sql, ...work: readonly NewJob[]): Promise<void> {
  if (work.length > 0) await tx.insert(jobs).values([...work]);
}

/** Selects the work of a kind for some objects, also what is being done. */
export function selectScheduled(sql: Sql, kind: JobKind, refs: readonly string[]) {
  return sql
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, kind), inArray(jobs.ref, [...refs])));
}

/**
 * Removes the work for objects that need none any more. What another transaction holds stays, as it may wait for the object
 * itself: it runs, and has to find that the object has moved on.
 *
 * @param kind Default: of every kind.
 * @returns the removed work.
 */
export async function unschedule(
  tx: Sql,
  refs: string | readonly string[],
  kind?: JobKind,
): Promise<Job[]> {
  const ofObjects = typeof refs === 'string' ? eq(jobs.ref, refs) : inArray(jobs.ref, [...refs]);
  const unlocked = tx
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(and(ofObjects, kind === undefined ? undefined : eq(jobs.kind, kind)))
    .for('update', { skipLocked: true });
  return tx.delete(jobs).where(inArray(jobs.seq, unlocked)).returning();
}
