import type { InboxProcess, InboxWorker, InboxWorkOptions } from '@screening-webhooks/core';
import { checkConcurrency, checkStopTimeout, renewLease } from '@screening-webhooks/core/store-kit';
import { type AttemptResult, attempt } from './attempt.js';
import type { HeldJob, JobQueue } from './job-queue.js';
import type { PostgresInboxSettings } from './postgres-inbox-settings.js';
import { repeat } from './repeat.js';
import { isTransient } from './setup-error.js';
import type { Wakeup } from './wakeup.js';

/** What a worker shares with the inbox that starts it. */
export interface WorkerContext {
  readonly queue: JobQueue;
  readonly settings: PostgresInboxSettings;
  /** Signalled when this process has stored an event. */
  readonly wakeup: Wakeup;
  readonly onError: (error: unknown) => void;
}

interface Run {
  /** Aborts the handler's signal. */
  readonly handler: AbortController;
  /** Ends the run without waiting for the handler, which may ignore its signal. */
  readonly detach: AbortController;
  readonly ended: Promise<void>;
}

const DETACHED = Symbol('detached');
const CLEAN_UP_INTERVAL = 60_000;
// Between two attempts to reach a database that does not answer.
const LONGEST_RETRY_DELAY = 5000;
// After the timeout of a stop, for the last writes. They would wait forever for a database that is down.
const STOP_GRACE = 5000;
const LONGEST_TIMER = 2_147_483_647;

/** Starts to fetch jobs and to process them, up to `concurrency` at once. */
export function startWorker(
  { queue, settings, wakeup, onError }: WorkerContext,
  process: InboxProcess,
  options: InboxWorkOptions,
): InboxWorker {
  const { lease, pollInterval, retention } = settings;
  const concurrency = checkConcurrency(options.concurrency);
  // Not keyed by job id: after a lost lease, the same job can be fetched again while its first run has not ended.
  const runs = new Set<Run>();
  let stopping = false;
  let timedOut = false;
  let paused = false;
  let hasBacklog = false;

  /** Resolves with whether more jobs can be fetched at once. */
  async function fetchAndStart(): Promise<boolean> {
    const free = concurrency - runs.size;
    if (free < 1) return false;
    if (paused) paused = await queue.isPaused();
    if (paused || stopping) return false;
    const requestedAt = performance.now();
    const result = await queue.fetch(free);
    paused = result.paused;
    hasBacklog = result.fetched === free;
    if (stopping) {
      await Promise.all(result.jobs.map(queue.putBack));
      return false;
    }
    for (const job of result.jobs) start(job, requestedAt);
    return hasBacklog;
  }

  async function fetchUntilStopped(): Promise<void> {
    let failures = 0;
    while (!stopping) {
      try {
        const more = await fetchAndStart();
        failures = 0;
        if (!more) await wakeup.wait(pollInterval);
      } catch (error) {
        onError(error);
        failures += 1;
        await wakeup.wait(Math.min(pollInterval * 2 ** failures, LONGEST_RETRY_DELAY));
      }
    }
  }

  function start(job: HeldJob, requestedAt: number): void {
    const handler = new AbortController();
    const detach = new AbortController();
    const ended = run(job, handler, detach.signal, requestedAt)
      .catch(onError)
      .finally(() => {
        runs.delete(started);
        if (hasBacklog || job.orderKey !== null) wakeup.signal();
      });
    const started: Run = { handler, detach, ended };
    runs.add(started);
  }

  async function run(
    job: HeldJob,
    handler: AbortController,
    detach: AbortSignal,
    requestedAt: number,
  ): Promise<void> {
    const endLease = renewLease(
      { extend: () => queue.extend(job) },
      { key: job.id, owner: job.token, requestedAt },
      lease,
      (reason) => handler.abort(reason),
    );
    try {
      const result = await Promise.race([
        attempt(process, job.event, handler.signal),
        detached(detach),
      ]);
      await retryTransient(() => recordResult(job, result));
    } finally {
      endLease();
    }
  }

  async function recordResult(
    job: HeldJob,
    result: AttemptResult | typeof DETACHED,
  ): Promise<void> {
    // The worker ended this attempt, not the handler, so it does not count.
    if (result === DETACHED) return queue.putBack(job);
    const attempts = job.failures + 1;
    if (result.kind === 'failed' && attempts < settings.attempts) {
      const backoff = Math.min(settings.backoff * 2 ** job.failures, settings.maxBackoff);
      return queue.retryLater(job, result.reason, Math.max(backoff, result.retryAfter));
    }
    if (result.kind === 'done') await queue.complete(job, result.outcome);
    else await queue.giveUp(job, result.reason);
    if (job.orderKey !== null) await queue.unblockFirst([job.orderKey]);
  }

  // Retried however long the database is down: a result that is not recorded means that the event runs again.
  async function retryTransient(write: () => Promise<void>): Promise<void> {
    for (let delay = pollInterval; ; delay = Math.min(delay * 2, LONGEST_RETRY_DELAY)) {
      try {
        return await write();
      } catch (error) {
        if (timedOut || !isTransient(error)) throw error;
        onError(error);
        await sleep(delay);
      }
    }
  }

  const fetching = fetchUntilStopped();
  const maintenance = [
    repeat(queue.recover, lease / 4, onError),
    repeat(queue.cleanUp, Math.min(CLEAN_UP_INTERVAL, retention / 4), onError),
  ];

  async function close(timeout: number): Promise<void> {
    stopping = true;
    wakeup.signal();
    const timer = setTimeout(() => {
      timedOut = true;
      const reason = new Error(`The worker was stopped and did not end within ${timeout} ms.`);
      for (const { handler, detach } of runs) {
        detach.abort();
        handler.abort(reason);
      }
    }, timeout);
    const maintenanceEnded = maintenance.map((stop) => stop());
    const ended = fetching
      .then(() => Promise.all([...runs].map((each) => each.ended)))
      .then(() => Promise.all(maintenanceEnded));
    await Promise.race([ended, sleep(timeout + STOP_GRACE)]);
    clearTimeout(timer);
  }

  let stopped: Promise<void> | undefined;
  return {
    async stop(options) {
      const timeout = checkStopTimeout(options?.timeout);
      stopped ??= close(Math.min(timeout, LONGEST_TIMER - STOP_GRACE));
      return stopped;
    },
  };
}

function detached(detach: AbortSignal): Promise<typeof DETACHED> {
  return new Promise((resolve) => {
    detach.addEventListener('abort', () => resolve(DETACHED));
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
