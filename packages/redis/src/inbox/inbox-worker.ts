import type {
  InboxProcess,
  InboxWorker,
  InboxWorkOptions,
  WorkableInbox,
} from '@screening-webhooks/core';
import { type ConnectionOptions, DelayedError, WaitingError, Worker } from 'bullmq';
import { AttemptFailed, attempt, conclude } from './attempt.js';
import { type InboxJob, type InboxJobData, orderOf } from './inbox-job.js';
import type { InboxSettings } from './inbox-settings.js';
import type { Turns } from './turns.js';

/** What a worker shares with the inbox that starts it. */
export interface Workplace {
  readonly name: string;
  readonly prefix: string;
  readonly connection: ConnectionOptions;
  readonly settings: InboxSettings;
  readonly turns: Turns;
  /** Lets a delayed job start now. One that is not delayed is left alone. */
  readonly promote: (jobId: string) => Promise<void>;
  readonly onError: (error: Error) => void;
}

const GIVEN_BACK = Symbol('given back');
// For what BullMQ does after the last job; where Redis is down, it would wait for it.
const CLOSING = 5000;

/** Starts a BullMQ worker: {@link WorkableInbox.work}. */
export async function startWorker(
  place: Workplace,
  process: InboxProcess,
  { concurrency = 10 }: InboxWorkOptions,
): Promise<InboxWorker> {
  const { settings, turns, onError } = place;
  const running = new Map<string, AbortController>();
  const waking = new Set<Promise<void>>();

  async function run(job: InboxJob, token: string | undefined): Promise<string> {
    const id = String(job.id);
    const order = orderOf(job.data.event, settings.orderBy);
    if (order !== undefined && !(await turns.isNext(order, id))) {
      await job.moveToDelayed(Date.now() + untilNextLook(job), token);
      // The one before may have ended between the look and the move, when there was nobody to wake.
      if ((await turns.next(order)) === id) await place.promote(id);
      throw new DelayedError();
    }
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const { signal } = controller;
      const outcome = await Promise.race([
        attempt(process, job.data.event, signal),
        givenBack(signal),
      ]);
      // It has not used up an attempt: it was we who ended it.
      if (outcome === GIVEN_BACK) {
        await job.moveToWait(token);
        throw new WaitingError();
      }
      return conclude(outcome);
    } finally {
      running.delete(id);
    }
  }

  function wakeNext(job: InboxJob | undefined): void {
    const order = job?.finishedOn && orderOf(job.data.event, settings.orderBy);
    if (!order) return;
    const woken = turns
      .next(order)
      .then((id) => (id === undefined ? undefined : place.promote(id)))
      .catch(onError)
      .finally(() => waking.delete(woken));
    waking.add(woken);
  }

  const worker = new Worker<InboxJobData, string, string>(place.name, run, {
    connection: place.connection,
    prefix: place.prefix,
    concurrency,
    lockDuration: settings.lease,
    stalledInterval: settings.lease,
    // An event that takes its worker down each time is given up like one that fails each time.
    maxStalledCount: settings.attempts,
    settings: {
      backoffStrategy: (attemptsMade, _type, error) => {
        const asked = error instanceof AttemptFailed ? error.retryAfter : 0;
        const own = Math.min(settings.backoff * 2 ** (attemptsMade - 1), settings.maxBackoff);
        return Math.max(own, asked);
      },
    },
  });
  worker.on('error', onError);
  worker.on('completed', wakeNext);
  worker.on('failed', wakeNext);
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) running.get(id)?.abort(leaseLost());
  });
  await worker.waitUntilReady();

  async function close(timeout: number): Promise<void> {
    const closed = worker.close();
    const timer = setTimeout(() => {
      const reason = new Stopped(`The worker was stopped and did not end within ${timeout} ms.`);
      for (const controller of running.values()) controller.abort(reason);
    }, timeout);
    await Promise.race([closed, sleep(timeout + CLOSING)]);
    clearTimeout(timer);
    await Promise.race([Promise.all(waking), sleep(CLOSING)]);
  }

  let stopping: Promise<void> | undefined;
  return {
    stop({ timeout = 30_000 } = {}) {
      stopping ??= close(timeout);
      return stopping;
    },
  };
}

class Stopped extends Error {}

function givenBack(signal: AbortSignal): Promise<typeof GIVEN_BACK> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      if (signal.reason instanceof Stopped) resolve(GIVEN_BACK);
    });
  });
}

// Whoever ends wakes the next, so that this is only for a worker that died in between.
function untilNextLook(job: InboxJob): number {
  return Math.min(500 * 2 ** Math.min(job.attemptsStarted, 7), 60_000);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

// By this name, observers tell it from a handler's own failure.
function leaseLost(): Error {
  return Object.assign(new Error('The lease on the event was lost.'), { name: 'LeaseLostError' });
}
