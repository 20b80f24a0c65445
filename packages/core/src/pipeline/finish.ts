import type { Failed, Outcome } from '../outcome/outcome.js';
import type { DeliveryContext } from './delivery-context.js';
import { observe } from './observer.js';
import type { VerifierSettings } from './settings.js';

/**
 * Awaits how a delivery ends, stops its deadline and observes the outcome. An error that no stage expects (thrown by the
 * `header` function of an adapter, say) is `failed`. Never rejects.
 *
 * @param receiving An outcome, or a verified event, which is not observed.
 */
export async function finish<Framework, Ended extends Outcome | { readonly event: unknown }>(
  receiving: Promise<Ended>,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): Promise<Ended | Failed> {
  let ended: Ended | Failed;
  try {
    ended = await receiving;
  } catch (error) {
    ended = { kind: 'failed', error };
  }
  context.deadline.clear();
  if ('kind' in ended) observe(context, settings, ended, { late: false });
  return ended;
}
