import { setTimeout as sleep } from 'node:timers/promises';
import type {
  DispatchOutcome,
  InboxProcess,
  InboxWorker,
  InboxWorkOptions,
  WorkableInbox,
} from '@screening-webhooks/core';
import {
  checkConcurrency,
  checkStopTimeout,
  type InboxSettings,
} from '@screening-webhooks/core/store-kit';
import { type ConnectionOptions, DelayedError, WaitingError, Worker } from 'bullmq';
import { type InboxJob, type InboxJobData, orderValueOf } from './inbox-job.js';
import { AttemptError, jobResult } from './job-result.js';
import type { OrderQueue } from './order-queue.js';

/** What a worker shares with the inbox that starts it. */
export interface WorkerContext {
  readonly name: string;
  readonly prefix: string;
  readonly connection: ConnectionOptions;
  readonly settings: InboxSettings;
  readonly orders: OrderQueue;
  /** Makes a delayed job ready now. Does nothing to a job in another state. */
  readonly promote: (jobId: string) => Promise<void>;
  readonly onError: (error: Error) => void;
}

const STOPPED = Symbol('stopped');
// Milliseconds for what BullMQ does after the last job. Without this limit, it would wait for a Redis that is down.
const CLOSE_TIMEOUT = 5000;

/** Starts a BullMQ worker: {@link WorkableInbox.work}. */
export async function startWorker(
  context: WorkerContext,
  process: InboxProcess,
  options: InboxWorkOptions,
): Promise<InboxWorker> {
  const { settings, orders, promote, onError } = context;
  const running = new Map<string, AbortController>();
  const pendingWakeups = new Set<Promise<void>>();

  async function runJob(job: InboxJob, token: string | undefined): Promise<string> {
    const id = String(job.id);
    const orderValue = orderValueOf(job.data.event, settings.orderBy);
    if (orderValue !== undefined && !(await orders.isNext(orderValue, id))) {
      await job.moveToDelayed(Date.now() + orderRecheckDelay(job), token);
      // The job before this one may have ended after the check and before the move: then its wake-up had no effect.
      if ((await orders.next(orderValue)) === id) await promote(id);
      throw new DelayedError();
    }
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const outcome = await Promise.race([
        runProcess(process, job, controller.signal),
        untilStopped(controller.signal),
      ]);
      // The worker ended this attempt, so it must not count as one.
      if (outcome === STOPPED) {
        await job.moveToWait(token);
        throw new WaitingError();
      }
      return jobResult(outcome);
    } finally {
      running.delete(id);
    }
  }

  function wakeNext(job: InboxJob | undefined): void {
    const orderValue = job?.finishedOn && orderValueOf(job.data.event, settings.orderBy);
    if (!orderValue) return;
    const wakeup = orders
      .next(orderValue)
      .then((id) => (id === undefined ? undefined : promote(id)))
      .catch(onError)
      .finally(() => pendingWakeups.delete(wakeup));
    pendingWakeups.add(wakeup);
  }

  const worker = new Worker<InboxJobData, string, string>(context.name, runJob, {
    connection: context.connection,
    prefix: context.prefix,
    concurrency: checkConcurrency(options.concurrency),
    lockDuration: settings.lease,
    stalledInterval: settings.lease,
    // An event that crashes its worker every time is given up like one that fails every time.
    maxStalledCount: settings.attempts,
    settings: {
      backoffStrategy: (attemptsMade, _type, error) => {
        const requested = error instanceof AttemptError ? error.retryAfterMs : 0;
        const backoff = Math.min(settings.backoff * 2 ** (attemptsMade - 1), settings.maxBackoff);
        return Math.max(backoff, requested);
      },
    },
  });
  worker.on('error', onError);
  worker.on('completed', wakeNext);
  worker.on('failed', wakeNext);
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) running.get(id)?.abort(leaseLostError());
  });
  await worker.waitUntilReady();

  async function close(timeout: number): Promise<void> {
    const closed = worker.close();
    const timer = setTimeout(() => {
      const reason = new WorkerStoppedError(
        `The worker was stopped, and the handler did not end within ${timeout} ms.`,
      );
      for (const controller of running.values()) controller.abort(reason);
    }, timeout);
    await Promise.race([closed, sleep(timeout + CLOSE_TIMEOUT, undefined, { ref: false })]);
    clearTimeout(timer);
    const wakeups = Promise.all(pendingWakeups);
    await Promise.race([wakeups, sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
  }

  let stopping: Promise<void> | undefined;
  return {
    async stop(options) {
      const timeout = checkStopTimeout(options?.timeout);
      stopping ??= close(Math.min(timeout, LONGEST_STOP));
      return stopping;
    },
  };
}

/** Runs `process` once. Never rejects: what it throws is a failure. */
async function runProcess(
  process: InboxProcess,
  job: InboxJob,
  signal: AbortSignal,
): Promise<DispatchOutcome> {
  try {
    return await process(job.data.event, { signal });
  } catch (error) {
    return { kind: 'failed', error };
  }
}

// setTimeout takes 32 bits, and the worker waits a little longer than the timeout.
const LONGEST_STOP = 2_147_000_000;

class WorkerStoppedError extends Error {}

function untilStopped(signal: AbortSignal): Promise<typeof STOPPED> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      if (signal.reason instanceof WorkerStoppedError) resolve(STOPPED);
    });
  });
}

// The end of a job wakes the next one. This delay matters only when a worker crashed before it could do so.
function orderRecheckDelay(job: InboxJob): number {
  return Math.min(500 * 2 ** Math.min(job.attemptsStarted, 7), 60_000);
}

// Observers recognise a lost lease by this name.
function leaseLostError(): Error {
  return Object.assign(new Error('The lease on the event was lost.'), { name: 'LeaseLostError' });
}
