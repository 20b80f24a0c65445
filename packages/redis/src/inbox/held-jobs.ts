import type { Queue } from 'bullmq';
import type { InboxJob, InboxJobData } from './inbox-job.js';

/**
 * The delay of a job that waits for something other than a time: for its turn, or for a retry whose time the server's clock
 * decides. BullMQ starts delayed jobs by the clock of a worker, so this must be longer than clocks differ. Milliseconds.
 */
export const HOLD = 30 * 24 * 3_600_000;

/** Moves a job that a worker has fetched to the held jobs. It does not count as an attempt. */
export async function hold(job: InboxJob, token: string): Promise<void> {
  await job.moveToDelayed(Date.now() + HOLD, token);
}

/** Lets workers fetch a held job. Does nothing to a job in another state. */
export async function release(
  queue: Queue<InboxJobData, string, string>,
  id: string,
): Promise<void> {
  const job = await queue.getJob(id);
  if (job && job.delay >= HOLD) await promote(job);
}

/** The same for a job that is known to be held. */
export async function promote(job: InboxJob): Promise<void> {
  try {
    await job.promote();
  } catch (error) {
    // Another process was faster.
    if (await job.isDelayed()) throw error;
  }
}
