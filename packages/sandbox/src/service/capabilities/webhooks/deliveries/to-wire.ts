import type { z } from 'zod';
import type { webhookAttempts } from '../../../db/schema/index.js';
import type { DeliveryRow } from './records.js';
import type { WebhookAttempt, WebhookDelivery } from './wire.js';

type AttemptRow = typeof webhookAttempts.$inferSelect;

/** The delivery as the API shows it. */
export function deliveryToWire(delivery: DeliveryRow): z.input<typeof WebhookDelivery> {
  return {
    id: delivery.id,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    endpointId: delivery.endpointId,
    status: delivery.status,
    test: delivery.test,
    includesRelated: delivery.variant === 'related',
    attemptCount: delivery.attemptCount,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    succeededAt: delivery.succeededAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}

/** The attempt as the API shows it. */
export function attemptToWire(row: AttemptRow): z.input<typeof WebhookAttempt> {
  return {
    id: row.id,
    number: row.number,
    trigger: row.trigger,
    state: row.state,
    url: row.url,
    requestHeaders: row.requestHeaders,
    signedAt: row.signedAt.toISOString(),
    startedAt: row.startedAt.toISOString(),
    fault: row.fault,
    durationMs: row.durationMs,
    responseStatus: row.responseStatus,
    responseHeaders: row.responseHeaders,
    responseBody: row.responseBody,
    error: whyFailed(row),
  };
}

/** Why an attempt failed, in one sentence. Null: it did not fail. */
function whyFailed({ state, errorCode, errorMessage, responseStatus }: AttemptRow) {
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
