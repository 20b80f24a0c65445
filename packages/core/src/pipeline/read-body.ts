import { expired } from '../async/deadline.js';
import { RawBodyUnavailableError } from '../errors/errors.js';
import { rejected } from '../outcome/ended.js';
import type { Rejected } from '../outcome/outcome.js';
import { type Rejection, readRejection, reject } from '../outcome/rejection.js';
import { isBytes } from '../signature/body-bytes.js';
import type { Delivery } from './delivery.js';
import type { DeliveryContext } from './delivery-context.js';

/** The raw body, unless the sender breaks off or the deadline comes first. */
export async function readBody<Framework>(
  delivery: Delivery,
  { deadline, facts }: DeliveryContext<Framework>,
  limit: number,
): Promise<Uint8Array | Rejected> {
  const { signal } = delivery;
  // The sender is gone, so the wait is over. The listener is removed: the signal may outlive the delivery.
  const giveUp = (): void => deadline.expire();
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    const body = await deadline.race(read(delivery, limit));
    if (body === expired) return rejected(reject('body_incomplete'));
    if (isBytes(body)) {
      facts.bodyBytes = body.length;
      // Not every adapter counts: a platform may hand over any length.
      return body.length > limit ? rejected(reject('body_too_large')) : body;
    }
    const rejection = readRejection(body);
    if (rejection) return rejected(rejection);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
  // Text, or a parsed value: its exact bytes are gone.
  throw new RawBodyUnavailableError(
    'The readBody function of the adapter must give a Uint8Array, or a Rejection.',
  );
}

// `await` unwraps the thenables of other libraries to the end. A race would wait for the inner one beyond its deadline.
async function read(delivery: Delivery, limit: number): Promise<Uint8Array | Rejection> {
  return await delivery.readBody(limit);
}
