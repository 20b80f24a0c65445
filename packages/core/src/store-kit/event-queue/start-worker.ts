import { createOwnerToken } from '../../dedupe/held-claim.js';
import type { InboxProcess, InboxWorker, InboxWorkOptions } from '../../inbox/inbox.js';
import { checkConcurrency } from '../../inbox/inbox-settings.js';
import { checkStopTimeout } from '../../options/check-options.js';
import { sleep } from '../within.js';
import type { EventQueue, LeaseRenewal } from './event-queue.js';
import { createEventRuns } from './event-runs.js';
import type { Isolation } from './isolation.js';
import type { QueueSettings } from './queue-settings.js';
import { repeat } from './repeat.js';
import { giveUpKiller } from './run-event.js';
import type { Wakeup } from './wakeup.js';
import { createWorkerLeases } from './worker-leases.js';

/** The state that a worker shares with the inbox that starts it. */
export interface WorkerContext {
  readonly queue: EventQueue;
  readonly renewal: LeaseRenewal;
  readonly settings: QueueSettings;
  readonly isolation: Isolation;
  /** Whether a statement that failed so may succeed later. */
  readonly isTransient: (error: unknown) => boolean;
  /** Signalled when there may be work. */
  readonly wakeup: Wakeup;
  readonly onError: (error: unknown) => void;
}

/** The finding of a turn of the loop: `more` to fetch now, nothing (`idle`), or a reason to fetch nothing (`blocked`). */
type Turn = 'more' | 'idle' | 'blocked';

const CLEAN_UP_INTERVAL = 60_000;
// Between two attempts to reach a database that does not answer.
const LONGEST_RETRY_DELAY = 5000;
// After the timeout of a stop, for the last writes. They would wait forever for a database that is down.
const STOP_GRACE = 5000;
const LONGEST_TIMER = 2_147_483_647;

/** Starts to fetch events and to process them, up to `concurrency` at once. */
export function startWorker(
  { queue, renewal, settings, isolation, isTransient, wakeup, onError }: WorkerContext,
  process: InboxProcess,
  options: InboxWorkOptions,
): InboxWorker {
  const { lease, pollInterval, retention } = settings;
  const concurrency = checkConcurrency(options);
  const leases = createWorkerLeases(renewal, lease);
  const stopping = new AbortController();
  // Of fetches without an answer: their events may be leased to this worker.
  const lostTokens = new Set<string>();
  let paused = false;
  let hasBacklog = false;

  const runs = createEventRuns(
    {
      queue,
      leases,
      settings,
      isTransient,
      onError,
      onEnd({ line }) {
        // The next event of an ordered line is due now.
        if (hasBacklog || line.startsWith('=')) wakeup.signal();
      },
    },
    process,
  );

  async function request<Answer>(fetch: (token: string) => Promise<Answer>): Promise<Answer> {
    const token = createOwnerToken();
    try {
      return await fetch(token);
    } catch (error) {
      lostTokens.add(token);
      throw error;
    }
  }

  async function releaseLost(): Promise<void> {
    for (const token of lostTokens) {
      await queue.release(token);
      lostTokens.delete(token);
    }
  }

  async function takeTurn(): Promise<Turn> {
    await releaseLost();
    const free = concurrency - runs.size();
    if (free < 1 || isolation.isClosed()) return 'blocked';
    if (paused) paused = await queue.isPaused();
    if (paused || stopping.signal.aborted) return 'blocked';
    const suspects = await fetchAndStart(free);
    if (suspects && (await runSuspect())) return 'more';
    if (paused) return 'blocked';
    return hasBacklog ? 'more' : 'idle';
  }

  /** Resolves with whether suspects are due. */
  async function fetchAndStart(limit: number): Promise<boolean> {
    // A suspect of another worker in this process waits for the answer, and for what it starts.
    const presence = isolation.enter();
    const requestedAt = performance.now();
    try {
      const fetched = await request((token) => queue.fetch(limit, token));
      if (stopping.signal.aborted) {
        await Promise.all(fetched.events.map(queue.putBack));
        return false;
      }
      paused = fetched.paused;
      hasBacklog = fetched.events.length === limit;
      for (const held of fetched.events) void runs.start(held, requestedAt, isolation.enter());
      return fetched.suspects;
    } finally {
      presence.leave();
    }
  }

  /** Runs a suspect with nothing beside it. Resolves with whether there was one. */
  async function runSuspect(): Promise<boolean> {
    const requestedAt = performance.now();
    const held = await request(queue.fetchSuspect);
    if (!held) return false;
    if (held.attempts >= settings.attempts) {
      await giveUpKiller(queue, held);
      return true;
    }
    let lost = false;
    const release = leases.hold(held, requestedAt, () => {
      lost = true;
    });
    const solitude = await isolation.enterAlone(stopping.signal);
    try {
      const beganAt = performance.now();
      if (!solitude) await queue.putBack(held);
      else if (!lost && (await queue.begin(held, solitude.alone))) {
        release();
        await runs.start(held, beganAt);
      }
    } finally {
      release();
      solitude?.end();
    }
    return true;
  }

  async function workUntilStopped(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        const turn = await takeTurn();
        failures = 0;
        if (turn !== 'more') await wakeup.wait(pollInterval, { forWork: turn === 'idle' });
      } catch (error) {
        onError(error);
        failures += 1;
        await wakeup.wait(Math.min(pollInterval * 2 ** failures, LONGEST_RETRY_DELAY));
      }
    }
    await releaseLost().catch(onError);
  }

  const working = workUntilStopped();
  const maintenance = [
    repeat(queue.recover, lease / 4, onError),
    repeat(queue.cleanUp, Math.min(CLEAN_UP_INTERVAL, retention / 4), onError),
  ];

  async function close(timeout: number): Promise<void> {
    stopping.abort();
    wakeup.signal();
    const timer = setTimeout(() => {
      runs.abort(new Error(`The worker was stopped and did not end within ${timeout} ms.`));
    }, timeout);
    const maintenanceEnded = maintenance.map((stop) => stop());
    const ended = working.then(runs.ended).then(() => Promise.all(maintenanceEnded));
    await Promise.race([ended, sleep(timeout + STOP_GRACE)]);
    clearTimeout(timer);
    leases.stop();
  }

  let stopped: Promise<void> | undefined;
  return {
    async stop(options) {
      const timeout = checkStopTimeout(options);
      stopped ??= close(Math.min(timeout, LONGEST_TIMER - STOP_GRACE));
      return stopped;
    },
  };
}
