import type { HeldClaim } from '../dedupe/held-claim.js';
import { leaseLost } from '../dedupe/lease-lost.js';
import type { HandlerOutcome } from '../handlers/run-handler.js';
import { type Unavailable, unavailable } from './outcome.js';

/**
 * Ends a claim by how its handler ended. A commit that fails is not a handler that failed: the effect has happened, so
 * the claim is never released, and the answer is one that the sender retries.
 */
export async function settle(
  running: Promise<HandlerOutcome>,
  claim: HeldClaim,
): Promise<HandlerOutcome | Unavailable> {
  const outcome = await running;
  if (outcome.kind === 'failed') {
    await claim.release();
    return outcome;
  }
  const committed = await claim.commit();
  if (committed === 'committed') return outcome;
  if (committed === 'lost') {
    return unavailable('dedupe', leaseLost('The lease was lost before the handler had ended.'));
  }
  return unavailable('dedupe', committed.error);
}
