import { ignoreErrors } from '../async/maybe-promise.js';
import { readClock } from '../options/check-options.js';
import type { Outcome } from '../outcome/outcome.js';
import type { DeliveryContext } from './delivery-context.js';
import type { Observation } from './observer.js';
import type { VerifierSettings } from './settings.js';

/** Stops the deadline of a delivery and observes how it ended. */
export function finish<Ended extends Outcome, Framework>(
  outcome: Ended,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): Ended {
  context.deadline.clear();
  observe(context, settings, outcome, { late: false });
  return outcome;
}

/** Tells the observer how a delivery ended. Nothing that it throws, or rejects with, reaches the delivery. */
export function observe<Framework>(
  { facts, receivedAt, framework }: DeliveryContext<Framework>,
  { observe: observer, observes, now }: VerifierSettings<Framework>,
  outcome: Outcome,
  { late }: { readonly late: boolean },
): void {
  if (!observer || !(observes(outcome, late) || 'waitUntilError' in facts)) return;
  // A copy: an observer must not be able to change the answer.
  const copy =
    outcome.kind === 'rejected'
      ? { ...outcome, rejection: { ...outcome.rejection } }
      : { ...outcome };
  const durationMs = durationSince(receivedAt, now);
  const observation: Observation<Framework> = {
    ...facts,
    outcome: copy,
    late,
    receivedAt,
    durationMs,
  };
  // A log of the observation must not contain the request, so the property is not enumerable.
  if (framework !== undefined) {
    Object.defineProperty(observation, 'framework', { value: framework });
  }
  void ignoreErrors(() => observer(observation));
}

/** Lets the observer write what it holds back, at the end of a drain. */
export function flush<Framework>({ observe: observer }: VerifierSettings<Framework>): void {
  if (observer) void ignoreErrors(() => observer.flush?.());
}

// A broken clock must not hide the outcome that names it.
function durationSince(receivedAt: number, now: () => number): number {
  try {
    return Math.max(0, readClock(now) - receivedAt);
  } catch {
    return 0;
  }
}
