import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { CommitResult, HeldClaim } from '../dedupe/held-claim.js';
import { LeaseLostError } from '../errors/lease-lost-error.js';
import type { HandlerOutcome } from '../handlers/run-handler.js';
import { type Unavailable, unavailable } from '../outcome/outcome.js';
import type { DeliveryContext } from './delivery-context.js';

/** How the work on an event ended: its handler, and the commit of its claim. */
export type WorkOutcome = HandlerOutcome | Unavailable;

/**
 * Ends the claim as the handler ended. A failed commit is not a failed handler: the effect has happened. So the claim
 * is then left to its lease, never released, and the answer makes the sender retry.
 */
export function settle<Framework>(
  running: MaybePromise<HandlerOutcome>,
  claim: HeldClaim,
  context: DeliveryContext<Framework>,
): MaybePromise<WorkOutcome> {
  return isPromise(running)
    ? running.then((outcome) => endClaim(outcome, claim, context))
    : endClaim(running, claim, context);
}

function endClaim<Framework>(
  outcome: HandlerOutcome,
  claim: HeldClaim,
  context: DeliveryContext<Framework>,
): MaybePromise<WorkOutcome> {
  if (outcome.kind === 'failed') {
    // Not awaited: a store that hangs must not delay the answer. The lease ends on its own.
    context.waitUntil(claim.release());
    return outcome;
  }
  const committing = claim.commit();
  return isPromise(committing)
    ? committing.then((committed) => outcomeOf(outcome, committed))
    : outcomeOf(outcome, committing);
}

function outcomeOf(outcome: HandlerOutcome, committed: CommitResult): WorkOutcome {
  if (committed === 'committed') return outcome;
  if (committed === 'lost') {
    return unavailable(
      'dedupe',
      new LeaseLostError('The lease was lost before the handler ended.'),
    );
  }
  return unavailable('dedupe', committed.error);
}
