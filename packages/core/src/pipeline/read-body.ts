import { type Deadline, expired } from '../async/deadline.js';
import { ignoreErrors } from '../async/ignore-errors.js';
import { isPromise } from '../async/maybe-promise.js';
import { RawBodyUnavailableError } from '../errors/raw-body-unavailable-error.js';
import { type Rejected, rejected } from '../outcome/outcome.js';
import { type Rejection, readRejection, reject } from '../outcome/rejection.js';
import { isBytes } from '../signature/body-bytes.js';
import type { Delivery } from './delivery.js';
import type { DeliveryContext } from './delivery-context.js';

/** The raw body, unless the sender breaks off or the deadline comes first. */
export async function readBody<Framework>(
  delivery: Delivery,
  context: DeliveryContext<Framework>,
  limit: number,
): Promise<Uint8Array | Rejected> {
  const reading = delivery.readBody(limit);
  const body = isPromise(reading)
    ? await awaitBody(unwrapped(reading), delivery, context.deadline)
    : reading;
  if (body === expired) return rejected(reject('body_incomplete'));
  if (isBytes(body)) {
    context.facts.bodyBytes = body.length;
    return body;
  }
  const rejection = readRejection(body);
  if (rejection) return rejected(rejection);
  // Text, or a parsed value: its exact bytes are gone.
  throw new RawBodyUnavailableError(
    'The readBody function of the adapter must give a Uint8Array, or a Rejection.',
  );
}

// A thenable of another library may give one more thenable, which a race would wait for beyond its deadline.
function unwrapped<T>(thenable: Promise<T>): Promise<T> {
  return new Promise((resolve) => resolve(thenable));
}

async function awaitBody(
  reading: Promise<Uint8Array | Rejection>,
  { signal }: Delivery,
  deadline: Deadline,
): Promise<Uint8Array | Rejection | typeof expired> {
  if (!signal) return deadline.race(reading);
  // If `signal` fails, nothing awaits the body, and its rejection would end the process.
  void ignoreErrors(() => reading);
  // The sender is gone, so the wait is over. The listener is removed: the signal may outlive the delivery.
  const giveUp = (): void => deadline.expire();
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    return await deadline.race(reading);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
