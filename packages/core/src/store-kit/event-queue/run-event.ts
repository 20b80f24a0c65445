import type { InboxProcess } from '../../inbox/inbox.js';
import { type AttemptResult, attempt } from './attempt.js';
import type { EventQueue, LeasedEvent } from './event-queue.js';
import type { QueueSettings } from './queue-settings.js';
import { UnreadableEvent } from './stored-event.js';

/** How a run ended: with the result of the handler, because the worker did not wait for it, or because there is nothing to run. */
type RunResult = AttemptResult | typeof DETACHED | UnreadableEvent;

const DETACHED: unique symbol = /* @__PURE__ */ Symbol('detached');

/** Runs the process once, and stops waiting for it when `detach` aborts: it may ignore its own signal. */
export async function runOnce(
  process: InboxProcess,
  held: LeasedEvent,
  signal: AbortSignal,
  detach: AbortSignal,
): Promise<RunResult> {
  const { event } = held;
  if (event instanceof UnreadableEvent) return event;
  const detached = new Promise<typeof DETACHED>((resolve) => {
    detach.addEventListener('abort', () => resolve(DETACHED));
  });
  return Promise.race([attempt(process, event, signal), detached]);
}

/** Records how a run ended. Resolves with false when the lease was lost: then nothing has changed. */
export async function recordResult(
  queue: EventQueue,
  held: LeasedEvent,
  result: RunResult,
  settings: QueueSettings,
): Promise<boolean> {
  // The worker ended this attempt, not the handler, so it does not count.
  if (result === DETACHED) return queue.putBack(held);
  if (result instanceof UnreadableEvent) {
    const { reason } = result;
    return queue.end(held, { outcome: 'dead_letter', reason, attempts: held.attempts });
  }
  const attempts = held.attempts + 1;
  if (result.kind === 'done') return queue.end(held, { outcome: result.outcome, attempts });
  if (result.kind === 'failed' && attempts < settings.attempts) {
    const backoff = Math.min(settings.backoff * 2 ** held.attempts, settings.maxBackoff);
    return queue.retryLater(held, result.reason, Math.max(backoff, result.retryAfterMs));
  }
  return queue.end(held, { outcome: 'dead_letter', reason: result.reason, attempts });
}

/** Makes an event a dead letter that has used up its attempts without an error to report: its workers died. */
export function giveUpKiller(queue: EventQueue, held: LeasedEvent): Promise<boolean> {
  const reason = `Its worker died or lost its lease ${held.deaths} times while only this event ran.`;
  return queue.end(held, { outcome: 'dead_letter', reason, attempts: held.attempts });
}
