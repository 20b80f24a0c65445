import type { webhookAttempts, webhookEndpoints } from '../../../db/schema/index.js';
import type { WireOf } from '../../../http/wire.js';
import { findCause } from './find-cause.js';
import { chooseNextStep } from './next-step.js';
import { judgeSignature } from './verdict.js';
import type { Diagnosis } from './wire.js';

type Endpoint = Pick<
  typeof webhookEndpoints.$inferSelect,
  'secret' | 'previousSecret' | 'retryPolicy' | 'inProcess'
>;

/** Finds whether the signature of an attempt is right, why it ended as it did, and what to do. `null` if it has not ended. */
export async function diagnose(
  attempt: typeof webhookAttempts.$inferSelect,
  endpoint: Endpoint,
  body: Uint8Array,
): Promise<WireOf<typeof Diagnosis> | null> {
  if (attempt.state === 'started') return null;
  const { url, responseHeaders, responseBody } = attempt;
  const { secret, previousSecret, retryPolicy, inProcess } = endpoint;
  const verdict = await judgeSignature({ ...attempt, body, secret, previousSecret });
  const cause = findCause({
    ...attempt,
    location: responseHeaders?.['location'] ?? null,
    retryAfter: responseHeaders?.['retry-after'] ?? null,
  });
  const next = chooseNextStep({
    cause,
    url,
    responseHeaders,
    responseBody,
    bytes: body.byteLength,
    timeoutSeconds: retryPolicy.timeoutSeconds,
    secretHint: secret.slice(-4),
    isCurrentSecret: verdict.code === 'genuine',
    isChanged: verdict.code === 'changed_by_fault',
    inProcess,
  });
  return { verdict, cause, next };
}
