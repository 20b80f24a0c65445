import type { NoSchemas, Schemas } from '../events/schemas.js';
import type { WebhookEvent } from '../events/webhook-event.js';
import { createVerifier } from '../receiver/create-verifier.js';
import type { VerifierOptions } from '../receiver/options.js';
import type { Adapter } from './adapter.js';
import { watchMount } from './watch-mount.js';

/** A verified event, or the answer that refuses the delivery. */
export type VerifiedOrAnswered<Answer, Given extends Schemas = NoSchemas> =
  | { readonly ok: true; readonly event: WebhookEvent<Given> }
  | { readonly ok: false; readonly answer: Answer };

/**
 * The core of `verifyWebhook` in an adapter. The function that it returns rejects with the errors of a verifier's `verify`
 * and of the adapter's own functions.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 */
export function verifyWith<
  Call extends readonly unknown[],
  Framework,
  Answer,
  Given extends Schemas,
>(
  { delivery, context, answer, unroutedTarget }: Adapter<Call, Framework, Answer>,
  options: VerifierOptions<Framework, Given>,
): (...call: Call) => Promise<VerifiedOrAnswered<Answer, Given>> {
  const { verify } = createVerifier(options);
  const watch = watchMount('verifyWebhook');
  return async (...call) => {
    const given = delivery(...call);
    const result = await verify(given, context(...call));
    if (result.ok) return result;
    watch(result.ack, given, () => unroutedTarget?.(...call));
    return { ok: false, answer: answer(result.ack, ...call) };
  };
}
