import { RawBodyUnavailableError } from '../errors/raw-body-unavailable-error.js';
import { isPromise, type MaybePromise } from '../maybe-promise.js';
import type { VerifierSettings } from '../settings.js';
import { type Ack, toAck } from './ack.js';
import { observe } from './observe.js';
import type { Failed, Outcome } from './outcome.js';
import type { Passage } from './passage.js';
import type { Trusted } from './trust.js';

/**
 * Runs a pipeline, observes the outcome it ends in, and makes an answer of it. What throws unexpectedly (an adapter's
 * `header`, say) is `failed`.
 *
 * @param pipeline It may also pass on a trusted event, which needs no observing.
 * @param toAnswer What it throws is what the promise rejects with.
 */
export async function answer<Framework, Ended extends Outcome | Trusted, Answer>(
  passage: Passage<Framework>,
  settings: VerifierSettings<Framework>,
  pipeline: () => MaybePromise<Ended | Failed>,
  toAnswer: (ended: Ended | Failed) => Answer,
): Promise<Answer> {
  let ended: Ended | Failed;
  try {
    const running = pipeline();
    ended = isPromise(running) ? await running : running;
  } catch (error) {
    ended = { kind: 'failed', error };
  }
  passage.deadline.clear();
  if (ended.kind !== 'trusted') observe(passage, settings, ended, false);
  return toAnswer(ended);
}

/**
 * The ack of a delivery: it always gets one, and a 500 is retried. Only a raw body that is gone goes on to the framework,
 * whose error handling the app's developers watch.
 *
 * @throws RawBodyUnavailableError
 */
export function toAckOrThrow(outcome: Outcome): Ack {
  if (outcome.kind === 'failed' && outcome.error instanceof RawBodyUnavailableError) {
    throw outcome.error;
  }
  return toAck(outcome);
}
