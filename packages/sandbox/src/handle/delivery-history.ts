import type { CallService } from './call-service.js';
import { isRecord } from './is-record.js';

const SHOWN = 20;

/** Describes the latest deliveries and their attempts, for the message of an error. */
export async function deliveryHistory(
  api: CallService,
  control: CallService,
  deliveries: readonly { readonly id: string }[],
): Promise<string> {
  const { mode, now } = (await control('GET', '/_sandbox/clock')) as { mode: string; now: string };
  const clock =
    mode === 'frozen'
      ? `The clock is frozen at ${now}: nothing is sent before clock.advance, to, next, drain or settle.`
      : `The time is ${now}.`;
  if (deliveries.length === 0) return `There are no deliveries. ${clock}`;
  const omitted = deliveries.length - SHOWN;
  const lines = omitted > 0 ? [`(${omitted} earlier deliveries are not shown)`] : [];
  for (const { id } of deliveries.slice(-SHOWN)) {
    lines.push(
      ...describeDelivery(await api('GET', `/v1/webhook-deliveries/${encodeURIComponent(id)}`)),
    );
  }
  return [...lines, clock].join('\n');
}

function describeDelivery(delivery: unknown): string[] {
  if (!isRecord(delivery)) return [];
  const { id, eventType, status, nextAttemptAt, attempts } = delivery;
  const next = nextAttemptAt ? `, next attempt ${nextAttemptAt}` : '';
  return [
    `${[id, eventType, status].filter(Boolean).join(' ')}${next}`,
    ...(Array.isArray(attempts) ? attempts : []).filter(isRecord).map(describeAttempt),
  ];
}

function describeAttempt(attempt: Readonly<Record<string, unknown>>): string {
  const { number, startedAt, state, responseStatus, error } = attempt;
  // A status says enough.
  const reason =
    isRecord(error) && !responseStatus ? `${error['code']}: ${error['message']}` : undefined;
  return `  #${[number, startedAt, state, responseStatus, reason].filter(Boolean).join(' ')}`;
}
