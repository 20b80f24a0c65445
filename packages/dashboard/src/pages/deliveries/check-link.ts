import { linkTo } from 'screening-webhooks-delivery-input';
import { type Attempt, ownAttempt } from './own-attempt.js';

/** A delivery, as far as its signature can be checked. */
interface SentDelivery {
  readonly requestBody: string;
  readonly attempts: readonly Attempt[];
}

/**
 * The address of the page that checks signatures, filled in with the latest attempt that decides about a delivery. The secret is
 * not in it. Undefined: that attempt has not failed, a fault may have changed what it has sent, which the API does not keep, or the
 * body is too long for an address.
 */
export function checkLinkOf({ requestBody, attempts }: SentDelivery): string | undefined {
  const last = ownAttempt(attempts);
  if (last?.state !== 'failed' || last.fault !== null) return undefined;
  return linkTo('/check', {
    headers: Object.entries(last.requestHeaders),
    body: new TextEncoder().encode(requestBody),
    // By the clock that has signed it.
    arrivedAt: Date.parse(last.signedAt),
  });
}
