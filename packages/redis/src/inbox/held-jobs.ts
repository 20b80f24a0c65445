import { Job, type Queue } from 'bullmq';
import type { InboxJob, InboxJobData } from './inbox-job.js';
import type { FirstJob } from './order-queue.js';
import type { WorkerContext } from './worker-context.js';

/**
 * The delay of a job that waits for something other than a time: for its turn, or for a retry whose time the server's clock
 * decides. BullMQ starts delayed jobs by the clock of a worker, so this must be longer than clocks differ. Milliseconds.
 */
export const HOLD: number = 30 * 24 * 3_600_000;

/** Moves a job that a worker has fetched to the held jobs. It does not count as an attempt. */
export async function hold(job: InboxJob, token: string): Promise<void> {
  // BullMQ reads the clock once more, and stores the difference as the delay. With no margin, it could be less than HOLD.
  await job.moveToDelayed(Date.now() + 2 * HOLD, token);
}

/** Lets workers fetch a job that is held, without a look at what is stored of it. Does nothing if it is not held. */
export async function releaseHeld(
  queue: Queue<InboxJobData, string, string>,
  id: string,
): Promise<void> {
  const job = new Job(queue, '', undefined, {}, id);
  try {
    await job.promote();
  } catch (error) {
    // Another process was faster, and the job may even have finished since.
    if (await job.isDelayed()) throw error;
  }
}

/** Lets workers fetch the first job of an order value, if it waits for that. */
export async function releaseFirst(
  { queue, jobs }: Pick<WorkerContext, 'queue' | 'jobs'>,
  { id, waits }: FirstJob,
): Promise<void> {
  if (waits === 'held') return releaseHeld(queue, id);
  if (waits !== 'replay') return;
  const job = await jobs.read(queue, id);
  if (job?.finishedOn) await retry(job);
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
