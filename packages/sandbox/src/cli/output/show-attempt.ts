import type { z } from 'zod';
import { isRecord } from '../../handle/is-record.js';
import type { WebhookAttempt } from '../../service/capabilities/webhooks/index.js';
import { shown } from './print.js';

type Attempt = z.output<typeof WebhookAttempt>;

/** `200 in 12 ms`, `connection_refused in 1 ms`, or that it has not ended. */
export function resultOf({ state, responseStatus, durationMs, error }: Attempt): string {
  if (state === 'started') return 'not answered yet';
  const result = responseStatus ?? shown(error?.code ?? state);
  return durationMs === null ? String(result) : `${result} in ${durationMs} ms`;
}

/** Why it failed, in one sentence, and what the receiver said about it. Undefined: it did not fail. */
export function whyFailed({ error, responseBody }: Attempt): string | undefined {
  if (error === null) return undefined;
  const said = error.code === 'status_not_2xx' && responseBody ? responseBody.trim() : '';
  return `${shown(error.message)}${said === '' ? '' : ` It said: ${shown(said, 200)}`}`;
}

/** `data.externalId` of an event, or else the id of its verification. */
export function subjectOf(data: unknown): string {
  if (!isRecord(data)) return '-';
  return shown(data['externalId'] ?? data['verificationId'], 100);
}
