import { toWebhookEvent } from '../events/parse-event.js';
import type { NoSchemas, Schemas } from '../events/schemas.js';
import type { WebhookEvent } from '../events/webhook-event.js';
import { type Ack, ackFor } from '../outcome/ack.js';
import { ended } from '../outcome/ended.js';
import type { ContextArguments, Delivery, ReceiveContext } from '../pipeline/delivery.js';
import { checkDelivery, DeliveryContext } from '../pipeline/delivery-context.js';
import { verify } from '../pipeline/receive.js';
import { fetchDelivery, toResponse } from '../requests/fetch-delivery.js';
import type { VerifierOptions } from './options.js';
import { verifierSettings } from './receiver-settings.js';

/** Verifies deliveries and leaves the rest to the app. `verifyWebhook` of each adapter uses it. */
export interface Verifier<Framework = unknown, Given extends Schemas = NoSchemas> {
  /**
   * The first half of the pipeline. A refused delivery comes with the ack to send.
   *
   * @throws RawBodyUnavailableError when something else has consumed the body.
   * @throws TypeError for something that is not a delivery. Nothing else.
   */
  readonly verify: (
    delivery: Delivery,
    ...context: ContextArguments<Framework>
  ) => Promise<VerifyResult<Given>>;
  /**
   * The same for any web-standard runtime. A refused request comes with the `Response` to return.
   *
   * @throws RawBodyUnavailableError when something else has consumed the request's body.
   * @throws TypeError for the request or context of a framework, naming the function for it. Nothing else.
   */
  readonly fetch: (
    request: Request,
    ...context: ContextArguments<Framework>
  ) => Promise<FetchVerifyResult<Given>>;
}

/** A verified event, or the ack that refuses the delivery. */
export type VerifyResult<Given extends Schemas = NoSchemas> =
  | { readonly ok: true; readonly event: WebhookEvent<Given> }
  | { readonly ok: false; readonly ack: Ack };

/** A verified event, or the response that refuses the request. */
export type FetchVerifyResult<Given extends Schemas = NoSchemas> =
  | { readonly ok: true; readonly event: WebhookEvent<Given> }
  | { readonly ok: false; readonly ack: Ack; readonly response: Response };

/**
 * Builds a verifier: signature, window, form and integration, without dedupe, handlers or ack.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * const verifier = createVerifier({ secret });
 * export async function POST(request: Request): Promise<Response> {
 *   const result = await verifier.fetch(request);
 *   if (!result.ok) return result.response;
 *   await queue.send(result.event);
 *   return new Response(null, { status: 202 });
 * }
 */
export function createVerifier<Framework = unknown, Given extends Schemas = NoSchemas>(
  options: VerifierOptions<Framework, Given>,
): Verifier<Framework, Given> {
  const settings = verifierSettings(options);

  async function verifyDelivery(
    delivery: Delivery,
    given?: ReceiveContext<Framework>,
  ): Promise<VerifyResult<Given>> {
    checkDelivery(delivery);
    const context = new DeliveryContext(delivery, given, settings.now, settings.ackTimeout);
    const verified = await verify(delivery, context, settings);
    if (ended(verified)) return { ok: false, ack: ackFor(verified) };
    return { ok: true, event: toWebhookEvent<Given>(verified.event) };
  }

  return {
    verify: verifyDelivery,
    async fetch(request, ...[given]) {
      const result = await verifyDelivery(fetchDelivery(request), given);
      return result.ok ? result : { ...result, response: toResponse(result.ack) };
    },
  };
}
