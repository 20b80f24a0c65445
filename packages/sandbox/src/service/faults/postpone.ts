import { and, asc, eq, lte, ne } from 'drizzle-orm';
import { jobs, webhookDeliveries } from '../db/schema/index.js';
import type { Command } from '../kernel/command.js';
import type { Job } from '../kernel/schedule.js';
import type { TakenFault } from './take-fault.js';

const DEFAULT_SECONDS = 60;

/** Puts an attempt off: its job stays, free to be taken again when it is due. */
export async function postpone(command: Command, job: Job, fault: TakenFault): Promise<void> {
  const { tx } = command;
  const dueAt =
    fault.kind.kind === 'delay' ? later(command, fault) : await after(command, job, fault);
  await tx
    .update(jobs)
    .set({ dueAt, payload: { fault: fault.kind.kind }, leaseOwner: null, leaseUntil: null })
    .where(eq(jobs.seq, job.seq));
  await tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt: dueAt })
    .where(eq(webhookDeliveries.id, job.ref));
}

function later({ now }: Command, fault: TakenFault): Date {
  return new Date(now.getTime() + (fault.number('seconds') ?? DEFAULT_SECONDS) * 1000);
}

/** Behind the next attempts of the endpoint. Where fewer are due soon, others have a minute to overtake it. */
async function after({ tx, now }: Command, job: Job, fault: TakenFault): Promise<Date> {
  const horizon = new Date(now.getTime() + DEFAULT_SECONDS * 1000);
  if (job.endpointId === null) return horizon;
  const [overtaking] = await tx
    .select({ dueAt: jobs.dueAt })
    .from(jobs)
    .where(
      and(eq(jobs.endpointId, job.endpointId), ne(jobs.seq, job.seq), lte(jobs.dueAt, horizon)),
    )
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .offset((fault.number('count') ?? 1) - 1)
    .limit(1);
  const due = Math.max(overtaking?.dueAt.getTime() ?? horizon.getTime(), now.getTime());
  return overtaking ? new Date(due + 1) : horizon;
}
