import { type Style, styleOf, type Terminal } from 'screening-webhooks-terminal';
import type { z } from 'zod';
import { isRecord, parseJson } from '../../handle/call-service.js';
import type {
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
} from '../../service/capabilities/webhooks/index.js';
import { shown } from './print.js';
import { describeFailure, describeResult } from './show-delivery.js';

type Delivery = z.output<typeof WebhookDelivery>;
export type Attempt = z.output<typeof WebhookAttempt>;
export type DeliveryWithAttempts = z.output<typeof WebhookDeliveryWithAttempts>;

/**
 * Returns the attempts that ended with a change of their delivery: its own last attempt, and those that a fault added to it.
 *
 * @param attempts Every attempt of the delivery in order, including those after the change.
 * @param attemptCount The number of attempts at the change.
 */
export function endedAttempts(
  attempts: readonly Attempt[],
  attemptCount: number,
): readonly Attempt[] {
  const known = attempts.filter(({ number }) => number <= attemptCount);
  const own = known.findLastIndex(({ trigger }) => trigger !== 'fault');
  return own === -1 ? [] : known.slice(own);
}

/** Describes an attempt that has ended, in one line. */
export function attemptLine(
  delivery: DeliveryWithAttempts,
  attempt: Attempt,
  terminal: Pick<Terminal, 'colors'>,
): string {
  const parts = [
    attempt.startedAt,
    delivery.eventType,
    findSubject(delivery.requestBody),
    delivery.id,
    resultOf(attempt, styleOf(terminal)),
  ];
  return `${parts.join('  ')}${because(attempt)}\n`;
}

/** Describes an attempt to the person who has triggered its event: its address, and how it ended. */
export function resultLine(
  { id }: Pick<Delivery, 'id'>,
  attempt: Attempt,
  terminal: Pick<Terminal, 'colors'>,
): string {
  const parts = [id, `→ ${shown(attempt.url)}`, resultOf(attempt, styleOf(terminal))];
  return `${parts.join('  ')}${because(attempt)}\n`;
}

/** Describes an attempt to a program. @param change The delivery at the end of the attempt. */
export function attemptJson(
  change: Delivery,
  { requestBody }: DeliveryWithAttempts,
  attempt: Attempt,
): object {
  return {
    time: attempt.startedAt,
    eventType: change.eventType,
    subject: findSubject(requestBody),
    deliveryId: change.id,
    endpointId: change.endpointId,
    attempt: attempt.number,
    trigger: attempt.trigger,
    fault: attempt.fault,
    state: attempt.state,
    status: attempt.responseStatus,
    durationMs: attempt.durationMs,
    error: attempt.error,
    nextAttemptAt: change.nextAttemptAt,
  };
}

function resultOf(attempt: Attempt, style: Style): string {
  const paint = attempt.state === 'succeeded' ? style.good : style.bad;
  const result = `#${attempt.number} ${paint(describeResult(attempt))}`;
  return attempt.fault === null ? result : `${result}  fault ${attempt.fault}`;
}

function because(attempt: Attempt): string {
  const reason = describeFailure(attempt);
  return reason === undefined ? '' : `: ${reason}`;
}

/** Returns the `data.externalId` of an event, otherwise the id of its verification, otherwise `-`. */
function findSubject(body: string): string {
  const event = parseJson(body);
  const data = isRecord(event) ? event['data'] : undefined;
  if (!isRecord(data)) return '-';
  return shown(data['externalId'] ?? data['verificationId'], 100);
}
