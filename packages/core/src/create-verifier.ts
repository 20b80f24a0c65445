import {
  type FormDataSchemas,
  type MetadataSchema,
  type NoMetadataSchema,
  type NoSchemas,
  toWebhookEvent,
  type WebhookEvent,
} from './events/webhook-event.js';
import type { VerifierOptions } from './options.js';
import type { Ack } from './pipeline/ack.js';
import { answer, toAckOrThrow } from './pipeline/answer.js';
import type { ContextArguments, Delivery } from './pipeline/delivery.js';
import { arrive } from './pipeline/passage.js';
import { trust } from './pipeline/trust.js';
import { verifierSettings } from './settings.js';

/** Says whether a delivery can be trusted, and leaves the rest to the app: what `verifyWebhook` of each adapter is made of. */
export interface Verifier<
  Framework = unknown,
  Forms extends FormDataSchemas = NoSchemas,
  Meta extends MetadataSchema = NoMetadataSchema,
> {
  /**
   * The first half of the pipeline. A refused delivery comes with the ack to send.
   *
   * @throws RawBodyUnavailableError when the body was consumed before us. Nothing else.
   */
  readonly verify: (
    delivery: Delivery,
    ...context: ContextArguments<Framework>
  ) => Promise<Verification<Forms, Meta>>;
}

/** A verified event, or the ack that refuses the delivery. */
export type Verification<
  Forms extends FormDataSchemas = NoSchemas,
  Meta extends MetadataSchema = NoMetadataSchema,
> =
  | { readonly ok: true; readonly event: WebhookEvent<Forms, Meta> }
  | { readonly ok: false; readonly ack: Ack };

/**
 * Builds a verifier: signature, window, form and ownership, without dedupe, handlers or ack.
 *
 * @throws TypeError for a malformed option, naming the option and the cure.
 */
export function createVerifier<
  Framework = unknown,
  const Forms extends FormDataSchemas = NoSchemas,
  Meta extends MetadataSchema = NoMetadataSchema,
>(options: VerifierOptions<Framework, Forms, Meta>): Verifier<Framework, Forms, Meta> {
  const settings = verifierSettings(options);
  return {
    verify(delivery, ...[context]) {
      const passage = arrive(delivery, context, settings);
      return answer(
        passage,
        settings,
        () => trust(delivery, passage, settings),
        (outcome) =>
          outcome.kind === 'trusted'
            ? { ok: true, event: toWebhookEvent<Forms, Meta>(outcome.event) }
            : { ok: false, ack: toAckOrThrow(outcome) },
      );
    },
  };
}
