import { LeaseLostError } from '../../errors/errors.js';
import type { InboxProcess } from '../../inbox/inbox.js';
import { sleep } from '../within.js';
import type { EventQueue, LeasedEvent } from './event-queue.js';
import type { Presence } from './isolation.js';
import type { QueueSettings } from './queue-settings.js';
import { recordResult, runOnce } from './run-event.js';
import { UnreadableEvent } from './stored-event.js';
import type { WorkerLeases } from './worker-leases.js';

/** The state that the runs of a worker share. */
export interface RunsContext {
  readonly queue: EventQueue;
  readonly leases: WorkerLeases;
  readonly settings: QueueSettings;
  /** Whether a statement that failed so may succeed later. */
  readonly isTransient: (error: unknown) => boolean;
  readonly onError: (error: unknown) => void;
  readonly onEnd: (held: LeasedEvent) => void;
}

/** The events that a worker runs. */
export interface EventRuns {
  readonly size: () => number;
  /**
   * Runs an event and records the result.
   *
   * @param leasedAt When its lease was requested, by `performance.now()`.
   * @returns Resolves when that is done. Never rejects.
   */
  readonly start: (held: LeasedEvent, leasedAt: number, presence?: Presence) => Promise<void>;
  /** Aborts the signals of the handlers, and returns the events without waiting for them. */
  readonly abort: (reason: Error) => void;
  /** Resolves when all runs have ended. */
  readonly ended: () => Promise<unknown>;
}

interface Run {
  readonly handler: AbortController;
  readonly detach: AbortController;
  readonly ended: Promise<void>;
}

// Between two attempts to reach a database that does not answer.
const LONGEST_RETRY_DELAY = 5000;

export function createEventRuns(
  { queue, leases, settings, isTransient, onError, onEnd }: RunsContext,
  process: InboxProcess,
): EventRuns {
  // Not keyed by event: after a lost lease, it can be fetched again while its first run has not ended.
  const runs = new Set<Run>();
  let aborted = false;

  async function run(
    held: LeasedEvent,
    leasedAt: number,
    handler: AbortController,
    detach: AbortSignal,
    presence: Presence | undefined,
  ): Promise<void> {
    let lost = false;
    let ended = false;
    const release = leases.hold(held, leasedAt, (reason) => {
      // While the result is being recorded, a missing lease only means that it has been.
      if (ended) return;
      lost = true;
      handler.abort(reason);
      presence?.abandon();
      onError(reason);
    });
    try {
      const result = await runOnce(process, held, handler.signal, detach);
      ended = true;
      if (result instanceof UnreadableEvent)
        onError(new Error(`${result.reason}. Its line: ${held.line}`));
      const recorded = await retryTransient(() => recordResult(queue, held, result, settings));
      if (!recorded && !lost) onError(new LeaseLostError('The lease was lost to another worker.'));
    } finally {
      release();
    }
  }

  // Retried however long the database is down: a result that is not recorded means that the event runs again.
  async function retryTransient(write: () => Promise<boolean>): Promise<boolean> {
    let delay = settings.pollInterval;
    for (let tries = 1; ; tries += 1) {
      try {
        // The answer to an earlier try may have been lost, but not what it wrote.
        return (await write()) || tries > 1;
      } catch (error) {
        if (aborted || !isTransient(error)) throw error;
        onError(error);
        await sleep(delay);
        delay = Math.min(delay * 2, LONGEST_RETRY_DELAY);
      }
    }
  }

  return {
    size: () => runs.size,
    start(held, leasedAt, presence) {
      const handler = new AbortController();
      const detach = new AbortController();
      const ended = run(held, leasedAt, handler, detach.signal, presence)
        .catch(onError)
        .finally(() => {
          runs.delete(started);
          presence?.leave();
          onEnd(held);
        });
      const started: Run = { handler, detach, ended };
      runs.add(started);
      return ended;
    },
    abort(reason) {
      aborted = true;
      for (const { handler, detach } of runs) {
        detach.abort();
        handler.abort(reason);
      }
    },
    ended: () => Promise.all([...runs].map((each) => each.ended)),
  };
}
