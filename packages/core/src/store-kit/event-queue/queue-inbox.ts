import type { WorkableInbox } from '../../inbox/inbox.js';
import { checkConcurrency } from '../../inbox/inbox-settings.js';
import type { EventQueue, LeaseRenewal } from './event-queue.js';
import { processIsolation } from './isolation.js';
import type { QueueSettings } from './queue-settings.js';
import { startWorker } from './start-worker.js';
import { createWakeup, type Wakeup } from './wakeup.js';
import { type SharedPool, warnAboutPool } from './warn-about-pool.js';

// A 32-bit integer in SQL.
const MOST_ROWS = 2_147_483_647;

/** A worker uses these beside the queue, until it has stopped. */
interface WorkerResources {
  readonly renewal: LeaseRenewal;
  readonly close?: (() => Promise<void>) | undefined;
}

/** The parts of an inbox in tables that differ between databases. */
export interface QueueInboxParts {
  readonly queue: EventQueue;
  readonly settings: QueueSettings;
  /** The pool that handlers may use too, where there is one. */
  readonly pool?: SharedPool | undefined;
  /** Whether a statement that failed so may succeed later. */
  readonly isTransient: (error: unknown) => boolean;
  readonly onError: (error: unknown) => void;
  /** @param wake Called when there may be work. */
  readonly openWorker: (wake: () => void) => WorkerResources;
  /** Wakes the workers of other processes, where the database can. */
  readonly notify?: (() => void) | undefined;
}

/** A {@link WorkableInbox} on a queue of events. */
export function queueInbox(parts: QueueInboxParts): WorkableInbox {
  const { queue, settings, pool, isTransient, onError, openWorker, notify } = parts;
  const wakeups = new Set<Wakeup>();

  /** An idle worker of this process takes the work, or else those of other processes are notified. */
  function wakeWorkers(): void {
    const taken = [...wakeups].filter((wakeup) => wakeup.signal());
    if (taken.length === 0) notify?.();
  }

  function wakeAllWorkers(): void {
    for (const wakeup of wakeups) wakeup.signal();
    notify?.();
  }

  return {
    async store(event, { key, receivedAt }) {
      if (!(await queue.store(event, key, receivedAt))) return 'duplicate';
      wakeWorkers();
      return 'stored';
    },
    async work(run, workOptions = {}) {
      const concurrency = checkConcurrency(workOptions);
      // Missing tables fail here rather than in a worker that could never work. A database that is down may come back.
      await queue.check().catch((error: unknown) => {
        if (!isTransient(error)) throw error;
        onError(error);
      });
      if (pool) warnAboutPool(pool, concurrency, onError);
      const wakeup = createWakeup();
      const { renewal, close } = openWorker(wakeup.signal);
      const isolation = processIsolation;
      const context = { queue, renewal, settings, isolation, isTransient, wakeup, onError };
      const worker = startWorker(context, run, workOptions);
      wakeups.add(wakeup);
      return {
        async stop(stopOptions) {
          wakeups.delete(wakeup);
          await worker.stop(stopOptions);
          await close?.();
        },
      };
    },
    pause: queue.pause,
    async resume() {
      await queue.resume();
      wakeAllWorkers();
    },
    async deadLetters({ limit = 100 } = {}) {
      return limit < 1 ? [] : queue.deadLetters(Math.min(Math.ceil(limit), MOST_ROWS));
    },
    async replay(which) {
      const { count, failures } = await queue.replay(which);
      for (const failure of failures) onError(failure);
      wakeAllWorkers();
      return count;
    },
  };
}
