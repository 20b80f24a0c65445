import type { webhookAttempts } from '../../../db/schema/index.js';

/** How an attempt has ended. */
export type AttemptOutcome = Pick<
  typeof webhookAttempts.$inferSelect,
  'state' | 'responseStatus' | 'errorCode' | 'errorMessage'
>;

/** Returns why an attempt failed, in one sentence. `null` if it did not fail. */
export function whyFailed({ state, errorCode, errorMessage, responseStatus }: AttemptOutcome) {
  if (state === 'interrupted') {
    const message = 'The service stopped before the attempt had ended, so its result is not known.';
    return { code: 'interrupted', message };
  }
  if (errorCode !== null) return { code: errorCode, message: errorMessage ?? '' };
  if (state !== 'failed' || responseStatus === null) return null;
  const redirect = responseStatus >= 300 && responseStatus < 400;
  const reason = redirect ? 'redirects are not followed' : 'only a 2xx status acknowledges';
  return {
    code: 'status_not_2xx',
    message: `The receiver answered ${responseStatus}, and ${reason}.`,
  };
}
