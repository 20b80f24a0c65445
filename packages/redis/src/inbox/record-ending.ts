import { UnrecoverableError } from 'bullmq';
import { sendAgain } from '../redis-client.js';
import { attemptsOf } from './crash-record.js';
import { hold } from './held-jobs.js';
import type { FetchedJob } from './inbox-job.js';
import type { Ending } from './job-result.js';
import type { WorkerContext } from './worker-context.js';

/**
 * Records how the work on a job ended. BullMQ refuses each ending unless the job still has the lock with this token.
 *
 * @throws Error when the lock was lost, or Redis cannot be reached. The job was not moved then.
 */
export async function recordEnding(
  ending: Ending,
  { job, token }: FetchedJob,
  { settings, retries }: WorkerContext,
): Promise<void> {
  const id = String(job.id);
  const backoff = (attempts: number): number =>
    Math.min(settings.backoff * 2 ** (Math.max(1, attempts) - 1), settings.maxBackoff);

  async function move(state: string, send: () => Promise<unknown>): Promise<void> {
    try {
      await sendAgain(send);
    } catch (error) {
      // The lock is also missing when the first of two moves succeeded and its reply was lost.
      if ((await job.getState()) !== state) throw error;
    }
  }

  async function moveUntil(delay: number, send: () => Promise<unknown>): Promise<void> {
    const addedAt = performance.now();
    // First the time of the retry: without it, a job that was moved would be held forever.
    await retries.add(id, delay);
    await move('delayed', send);
    // A time that came before the move has found nothing to end. The server cuts its time to milliseconds, so it may be early.
    if (performance.now() - addedAt >= delay - 1) await retries.add(id, 0);
  }

  switch (ending.kind) {
    case 'done':
      return move('completed', () => job.moveToCompleted(ending.result, token, false));
    case 'dead': {
      const error = new UnrecoverableError(ending.reason);
      return move('failed', () => job.moveToFailed(error, token, false));
    }
    case 'failed': {
      const attempts = attemptsOf(job) + 1;
      if (attempts >= (job.opts.attempts ?? settings.attempts)) {
        const error = new UnrecoverableError(ending.error.message);
        if (ending.error.stack) error.stack = ending.error.stack;
        return move('failed', () => job.moveToFailed(error, token, false));
      }
      const delay = Math.max(backoff(attempts), ending.retryAfterMs);
      return moveUntil(delay, () => job.moveToFailed(ending.error, token, false));
    }
    case 'postponed':
      return moveUntil(backoff(job.attemptsStarted - job.attemptsMade), () => hold(job, token));
    case 'held':
      return move('delayed', () => hold(job, token));
    case 'returned':
      return move('waiting', () => job.moveToWait(token));
  }
}
