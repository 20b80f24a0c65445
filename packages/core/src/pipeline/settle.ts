import type { CommitResult, HeldClaim } from '../dedupe/held-claim.js';
import { leaseLost } from '../dedupe/lease-lost.js';
import type { HandlerOutcome } from '../handlers/run-handler.js';
import { andThen, isPromise, type MaybePromise } from '../maybe-promise.js';
import { type Unavailable, unavailable } from './outcome.js';

/**
 * Ends a claim by how its handler ended. A commit that fails is not a handler that failed: the effect has happened, so
 * the claim is never released, and the answer is one that the sender retries.
 */
export function settle(
  running: MaybePromise<HandlerOutcome>,
  claim: HeldClaim,
): MaybePromise<HandlerOutcome | Unavailable> {
  if (isPromise(running)) claim.keep();
  return andThen(running, (outcome) =>
    outcome.kind === 'failed'
      ? claim.release().then(() => outcome)
      : andThen(claim.commit(), (committed) => outcomeOf(outcome, committed)),
  );
}

function outcomeOf(outcome: HandlerOutcome, committed: CommitResult): HandlerOutcome | Unavailable {
  if (committed === 'committed') return outcome;
  if (committed === 'lost') {
    return unavailable('dedupe', leaseLost('The lease was lost before the handler had ended.'));
  }
  return unavailable('dedupe', committed.error);
}
