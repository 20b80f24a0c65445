import { eq } from 'drizzle-orm';
import type { Sql } from '../store/connect.js';
import { jobs } from '../store/schema/index.js';

export type Job = typeof jobs.$inferSelect;
export type JobKind = Job['kind'];

/** Due work to be done later, in the transaction that makes it necessary. */
export async function schedule(
  tx: Sql,
  job: {
    readonly kind: JobKind;
    readonly ref: string;
    readonly dueAt: Date;
    readonly endpointId?: string;
  },
): Promise<void> {
  await tx.insert(jobs).values(job);
}

/** Removes the work for an object that needs none any more. */
export async function unschedule(tx: Sql, ref: string): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.ref, ref));
}
