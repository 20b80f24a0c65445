import { whyNot } from '../../resource/why-not.js';

/** Whether an attempt is due that is not a replay: a replay is due only in a status that allows one. */
export function hasAttemptDue(delivery: { readonly nextAttemptAt: string | null }): boolean {
  const withoutDue = { ...delivery, nextAttemptAt: null };
  return (
    delivery.nextAttemptAt !== null && whyNot('replayWebhookDelivery', withoutDue) !== undefined
  );
}
