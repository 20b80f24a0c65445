import { verifyByHand } from './by-hand.js';
import type { SizedDelivery } from './delivery-of-size.js';

const ACK_TIMEOUT_MS = 12_000;
const LEASE_MS = 60_000;
const DONE = Number.POSITIVE_INFINITY;

/**
 * A receiver without a library that makes two of our promises: a claim, so that an event does not run twice at once, and
 * an ack before the sender gives up.
 *
 * @param remembered The number of event ids that it keeps at most.
 * @returns a function that resolves to the outcome of a delivery.
 */
export function receiverByHand(
  handler: (event: unknown) => unknown,
  remembered: number,
): (delivery: SizedDelivery) => Promise<string> {
  const verify = verifyByHand();
  const claims = claimsByHand(remembered);

  async function run(event: { readonly id: string }): Promise<string> {
    try {
      await handler(event);
    } catch {
      claims.release(event.id);
      return 'failed';
    }
    claims.commit(event.id);
    return 'processed';
  }

  return async ({ body, header }) => {
    const event = verify(body, header);
    if (!event) return 'rejected';
    const claim = claims.claim(event.id);
    if (claim !== 'acquired') return claim;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, ACK_TIMEOUT_MS, 'timed_out');
    });
    try {
      return await Promise.race([run(event), deadline]);
    } finally {
      clearTimeout(timer);
    }
  };
}

// Two generations, as deleting the oldest key of a Map leaves a hole that every later look at its head has to pass: that
// would make the comparison too easy for us.
function claimsByHand(remembered: number) {
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  return {
    claim(id: string): 'acquired' | 'duplicate' | 'in_progress' {
      const now = Date.now();
      const end = recent.get(id) ?? older.get(id) ?? 0;
      if (end === DONE) return 'duplicate';
      if (end > now) return 'in_progress';
      if (recent.size >= remembered / 2) {
        older = recent;
        recent = new Map();
      }
      recent.set(id, now + LEASE_MS);
      return 'acquired';
    },
    commit(id: string): void {
      recent.set(id, DONE);
    },
    release(id: string): void {
      recent.delete(id);
      older.delete(id);
    },
  };
}
