import { Alarms } from '../alarms.js';
import type { DedupeStore } from './dedupe-store.js';
import { Lease, type LeasedClaim } from './lease.js';

/**
 * Renews the lease of an acquired claim every third of it, and says once when it was lost: for whoever processes events
 * outside a receiver, such as the consumer of an inbox.
 *
 * @param leaseMs Milliseconds.
 * @param onLost Not called any more after `end`.
 * @returns `end`: stops renewing.
 */
export function renewLease(
  store: Pick<DedupeStore, 'extend'>,
  claim: LeasedClaim,
  leaseMs: number,
  onLost: (reason: Error) => void,
): () => void {
  const alarms = new Alarms();
  const lease = new Lease(store, claim, leaseMs, alarms, onLost);
  alarms.start();
  return () => lease.end();
}
