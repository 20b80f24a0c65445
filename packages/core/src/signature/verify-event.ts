import { isPromise } from '../async/maybe-promise.js';
import { parseEvent } from '../events/parse-event.js';
import { toWebhookEvent, type WebhookEvent } from '../events/webhook-event.js';
import { checkOptions } from '../options/check-names.js';
import { type RawBody, toBytes } from './body-bytes.js';
import type { HeaderValue } from './parse-signature-header.js';
import { type VerifySignatureOptions, verifyBytes } from './verify-signature.js';
import { WebhookVerificationError } from './webhook-verification-error.js';

/**
 * Verifies a delivery and returns its event, or throws, like `constructEvent` of other webhook libraries.
 *
 * @throws WebhookVerificationError with the rejection's `code`, for every fault of the delivery.
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * const event = await verifyEvent(await request.bytes(), request.headers.get('Service-Signature'), { secret });
 */
export async function verifyEvent(
  body: RawBody,
  header: HeaderValue,
  options: VerifySignatureOptions,
): Promise<WebhookEvent> {
  checkOptions(options, 'verifyEvent(body, header, { secret })');
  const bytes = toBytes(body);
  const checked = verifyBytes(bytes, header, options);
  // Awaiting a value that is not a promise would cost a turn of the microtask queue.
  const verified = isPromise(checked) ? await checked : checked;
  if (!verified.ok) throw new WebhookVerificationError(verified);
  const parsed = parseEvent(bytes);
  if (!parsed.ok) throw new WebhookVerificationError(parsed);
  return toWebhookEvent(parsed.event);
}
