import { eq } from 'drizzle-orm';
import { jobs } from '../store/schema/index.js';
import type { Sql } from '../store/sql.js';

export type Job = typeof jobs.$inferSelect;
export type JobKind = Job['kind'];

interface NewJob extends Pick<typeof jobs.$inferInsert, 'kind' | 'ref' | 'dueAt' | 'payload'> {
  readonly endpointId?: string;
}

/** Due work to be done later, in the transaction that makes it necessary. */
export async function schedule(tx: Sql, ...work: readonly NewJob[]): Promise<void> {
  if (work.length > 0) await tx.insert(jobs).values([...work]);
}

/** Removes the work for an object that needs none any more. */
export async function unschedule(tx: Sql, ref: string): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.ref, ref));
}
