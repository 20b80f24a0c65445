import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { jobs } from '../../db/schema/index.js';
import type { CommandJob } from '../../engine/run-job.js';
import type { Command } from '../../kernel/command.js';

/** Runs the due work of a past that is made up: each job at its own time, in the transaction of the command. Nothing is sent. */
export async function runDueJobs(
  command: Command,
  work: Readonly<Record<string, CommandJob>>,
  until: Date,
): Promise<void> {
  const { tx } = command;
  const isOfCapability = inArray(sql<string>`${jobs.kind}`, Object.keys(work));
  for (;;) {
    const [job] = await tx
      .select()
      .from(jobs)
      .where(and(isOfCapability, lte(jobs.dueAt, until)))
      .orderBy(asc(jobs.dueAt), asc(jobs.seq))
      .limit(1);
    if (!job) return;
    await tx.delete(jobs).where(eq(jobs.seq, job.seq));
    await work[job.kind]?.body({ ...command, now: job.dueAt }, job);
  }
}
