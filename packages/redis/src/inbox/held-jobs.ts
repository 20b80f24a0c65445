import type { Queue } from 'bullmq';
import type { InboxJob, InboxJobData } from './inbox-job.js';

/**
 * The delay of a job that waits for something other than a time: for its turn, or for a retry whose time the server's clock
 * decides. BullMQ starts delayed jobs by the clock of a worker, so this must be longer than clocks differ. Milliseconds.
 */
export const HOLD: number = 30 * 24 * 3_600_000;

/** Moves a job that a worker has fetched to the held jobs. It does not count as an attempt. */
export async function hold(job: InboxJob, token: string): Promise<void> {
  await job.moveToDelayed(Date.now() + HOLD, token);
}

/** Lets workers fetch a job that is held, or that is finished and to be replayed. Does nothing to a job in another state. */
export async function release(
  queue: Queue<InboxJobData, string, string>,
  id: string,
): Promise<void> {
  const job = await queue.getJob(id);
  if (job?.finishedOn) await retry(job);
  else if (job && job.delay >= HOLD) await promote(job);
}

/** Queues a finished job again, with all its attempts. False: another process was faster, or its retention ended. */
export async function retry(job: InboxJob): Promise<boolean> {
  const state = await job.getState();
  if (state !== 'completed' && state !== 'failed') return false;
  try {
    await job.updateProgress({ deaths: 0, cleared: job.stalledCounter });
    await job.retry(state, { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  } catch (error) {
    if ((await job.getState()) === state) throw error;
    return false;
  }
}

/** Lets workers fetch a job that is known to be held. */
export async function promote(job: InboxJob): Promise<void> {
  try {
    await job.promote();
  } catch (error) {
    // Another process was faster.
    if (await job.isDelayed()) throw error;
  }
}
