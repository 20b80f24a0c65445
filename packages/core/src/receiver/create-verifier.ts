import type { NoSchemas, Schemas } from '../events/schemas.js';
import { toWebhookEvent, type WebhookEvent } from '../events/webhook-event.js';
import { type Ack, ackFor } from '../outcome/ack.js';
import type { Failed, Rejected, Unavailable } from '../outcome/outcome.js';
import type { VerifiedDelivery } from '../pipeline/check-event.js';
import type { ContextArguments, Delivery } from '../pipeline/delivery.js';
import { createContext } from '../pipeline/delivery-context.js';
import { finish } from '../pipeline/finish.js';
import { verifyDelivery } from '../pipeline/receive.js';
import { checkDelivery } from './check-delivery.js';
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
}

/** A verified event, or the ack that refuses the delivery. */
export type VerifyResult<Given extends Schemas = NoSchemas> =
  | { readonly ok: true; readonly event: WebhookEvent<Given> }
  | { readonly ok: false; readonly ack: Ack };

/**
 * Builds a verifier: signature, window, form and integration, without dedupe, handlers or ack.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 */
export function createVerifier<Framework = unknown, Given extends Schemas = NoSchemas>(
  options: VerifierOptions<Framework, Given>,
): Verifier<Framework, Given> {
  const settings = verifierSettings(options);
  return {
    async verify(delivery, ...[given]) {
      checkDelivery(delivery);
      const context = createContext(delivery, given, settings.now, settings.ackTimeout);
      let verified: VerifiedDelivery | Rejected | Unavailable | Failed;
      try {
        verified = await verifyDelivery(delivery, context, settings);
      } catch (error) {
        verified = { kind: 'failed', error };
      }
      if ('kind' in verified)
        return { ok: false, ack: ackFor(finish(verified, context, settings)) };
      context.stopDeadline();
      return { ok: true, event: toWebhookEvent<Given>(verified.event) };
    },
  };
}
