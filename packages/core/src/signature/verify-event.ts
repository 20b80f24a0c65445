import { parseEvent, toWebhookEvent } from '../events/parse-event.js';
import type { WebhookEvent } from '../events/webhook-event.js';
import { checkOptions } from '../options/check-options.js';
import { type RawBody, toBytes } from './body-bytes.js';
import type { HeaderValue } from './parse-signature-header.js';
import { type VerifySignatureOptions, verifySignature } from './verify-signature.js';
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
  const verified = await verifySignature(bytes, header, options);
  if (!verified.ok) throw new WebhookVerificationError(verified);
  const parsed = parseEvent(bytes);
  if (!parsed.ok) throw new WebhookVerificationError(parsed);
  return toWebhookEvent(parsed.event);
}
