import { parseEvent } from '../events/parse-event.js';
import type { DeliveryContext } from './delivery-context.js';
import { printable } from './printable.js';
import type { Refusal } from './verify-with-keys.js';

const MOST_BYTES = 65_536;

/**
 * Notes the id that a rejected body gives itself. It finds the delivery in the sender's history, and decides nothing.
 *
 * @returns the refusal, unchanged.
 */
export function noteUnverified<Framework, Refused extends Refusal>(
  body: Uint8Array,
  { facts }: DeliveryContext<Framework>,
  refusal: Refused,
): Refused {
  // Strangers send bodies too: to refuse a larger one costs no more than its signature.
  const isRead = refusal.kind === 'rejected' && body.length <= MOST_BYTES;
  const parsed = isRead ? parseEvent(body) : undefined;
  if (parsed?.ok) facts.unverifiedEventId = printable(parsed.event.id);
  return refusal;
}
