import { and, desc, eq } from 'drizzle-orm';
import { jobs, parkedJobs } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import type { Command, Job } from '../kernel/command.js';
import { limits } from '../limits/limits.js';

/** Parks a job until it is released. Does nothing if a job of its kind and object is parked already. */
export async function parkJob({ tx, now }: Command, job: Job, reason: string): Promise<void> {
  const { kind, ref, payload, dueAt, tenantId, endpointId } = job;
  const isSame = and(eq(parkedJobs.kind, kind), eq(parkedJobs.ref, ref));
  if ((await tx.$count(parkedJobs, isSame)) > 0) return;
  const work = { kind, ref, payload, dueAt, tenantId, endpointId };
  await tx.insert(parkedJobs).values({ ...work, parkedAt: now, reason });
}

/** Reads the jobs that are parked, newest first. */
export async function readParked(db: Sql) {
  const { kind, ref: id, reason, parkedAt, seq } = parkedJobs;
  return db
    .select({ kind, id, reason, parkedAt })
    .from(parkedJobs)
    .orderBy(desc(seq))
    .limit(limits.failedJobs.most);
}

/** Makes every parked job due now, with all its tries. @returns how many. */
export async function releaseParked({ tx, now }: Command): Promise<number> {
  const released = await tx.delete(parkedJobs).returning();
  for (const { kind, ref, payload, tenantId, endpointId } of released) {
    await tx.insert(jobs).values({ kind, ref, payload, tenantId, endpointId, dueAt: now });
  }
  return released.length;
}
