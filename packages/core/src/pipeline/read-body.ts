import { type Deadline, expired } from '../async/deadline.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { RawBodyUnavailableError } from '../errors/raw-body-unavailable-error.js';
import { type Rejected, rejected } from '../outcome/outcome.js';
import { isRejection, type Rejection, reject } from '../outcome/rejection.js';
import { isBytes } from '../signature/body-bytes.js';
import type { Delivery } from './delivery.js';
import type { DeliveryContext } from './delivery-context.js';

/** The raw body, unless the sender breaks off or the deadline comes first. */
export function readBody<Framework>(
  delivery: Delivery,
  context: DeliveryContext<Framework>,
  limit: number,
): MaybePromise<Uint8Array | Rejected> {
  const reading = delivery.readBody(limit);
  return isPromise(reading)
    ? awaitBody(reading, delivery.signal, context.deadline)
    : bodyOrRejected(reading);
}

async function awaitBody(
  reading: Promise<Uint8Array | Rejection>,
  signal: AbortSignal | undefined,
  deadline: Deadline,
): Promise<Uint8Array | Rejected> {
  if (!signal) return bodyOrRejected(await deadline.race(reading));
  // The sender is gone, so the wait is over. The listener is removed: the signal may outlive the delivery.
  const giveUp = (): void => deadline.expire();
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return bodyOrRejected(await deadline.race(reading));
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function bodyOrRejected(body: unknown): Uint8Array | Rejected {
  if (body === expired) return rejected(reject('body_incomplete'));
  if (isBytes(body)) return body;
  if (isRejection(body)) return rejected(body);
  // Text, or a parsed value: its exact bytes are gone.
  throw new RawBodyUnavailableError(
    'The readBody function of the adapter must give a Uint8Array, or a Rejection.',
  );
}
