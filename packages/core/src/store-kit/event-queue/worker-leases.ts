import { LeaseLostError } from '../../errors/errors.js';
import type { LeasedEvent, LeaseRenewal, Renewed } from './event-queue.js';

/** The leases of one worker. */
export interface WorkerLeases {
  /**
   * Renews the lease until the returned function is called.
   *
   * @param requestedAt When the lease was requested, by `performance.now()`: it ends here no later than in the database.
   * @param onLost Called at most once, with a `LeaseLostError`.
   */
  hold(event: LeasedEvent, requestedAt: number, onLost: (reason: Error) => void): () => void;
  stop(): void;
}

interface Hold {
  readonly event: LeasedEvent;
  readonly onLost: (reason: Error) => void;
  endsAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Renews all leases every third of a lease, in one statement, and those whose rows are locked each alone. A timer of this
 * process ends each of them, not an answer: a database that hangs gives none. It ends them a tenth of a lease early, so that a
 * handler is told before another worker can begin.
 *
 * @param leaseMs Milliseconds.
 */
export function createWorkerLeases(renewal: LeaseRenewal, leaseMs: number): WorkerLeases {
  const held = new Set<Hold>();
  /** The leases whose rows are locked, until their renewal has ended. */
  const waiting = new Set<Hold>();
  const interval = setInterval(() => void renewAll(), leaseMs / 3);

  function lose(hold: Hold, reason: string): void {
    if (!held.delete(hold)) return;
    clearTimeout(hold.timer);
    hold.onLost(new LeaseLostError(reason));
  }

  function startLease(hold: Hold, requestedAt: number): void {
    hold.endsAt = Math.max(hold.endsAt, requestedAt + leaseMs * 0.9);
    clearTimeout(hold.timer);
    hold.timer = setTimeout(
      () => lose(hold, 'The lease ended without being renewed.'),
      Math.max(0, hold.endsAt - performance.now()),
    );
  }

  async function renewAll(): Promise<void> {
    const holds = [...held];
    if (holds.length === 0) return;
    const requestedAt = performance.now();
    let answer: Renewed;
    try {
      answer = await renewal.unlocked(holds.map(({ event }) => event));
    } catch {
      // The database may recover before the leases end.
      return;
    }
    for (const hold of holds) {
      if (answer.locked.has(hold.event)) void renewLocked(hold);
      else conclude(hold, requestedAt, answer.renewed.has(hold.event));
    }
  }

  async function renewLocked(hold: Hold): Promise<void> {
    // It waits for longer than the next renewal takes to come.
    if (waiting.has(hold)) return;
    waiting.add(hold);
    const requestedAt = performance.now();
    try {
      conclude(hold, requestedAt, await renewal.one(hold.event));
    } catch {
      // The lock may end before the lease does.
    } finally {
      waiting.delete(hold);
    }
  }

  function conclude(hold: Hold, requestedAt: number, isHeld: boolean): void {
    if (!held.has(hold)) return;
    if (isHeld) startLease(hold, requestedAt);
    else lose(hold, 'The lease was lost to another worker.');
  }

  return {
    hold(event, requestedAt, onLost) {
      const hold: Hold = { event, onLost, endsAt: 0, timer: undefined };
      held.add(hold);
      startLease(hold, requestedAt);
      return () => {
        held.delete(hold);
        clearTimeout(hold.timer);
      };
    },
    stop: () => clearInterval(interval),
  };
}
