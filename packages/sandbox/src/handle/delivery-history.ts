import { type CallService, isRecord } from './call-service.js';

const SHOWN = 20;
/** The most of an answer that is shown, in UTF-16 units. */
const LONGEST = 200;

/** Describes the latest deliveries and their attempts, for the message of an error. @param time A sentence on the clock. */
export async function deliveryHistory(
  api: CallService,
  time: string,
  deliveries: readonly { readonly id: string }[],
): Promise<string> {
  if (deliveries.length === 0) return `There are no deliveries. ${time}`;
  const omitted = deliveries.length - SHOWN;
  const lines = omitted > 0 ? [`(${omitted} earlier deliveries are not shown)`] : [];
  for (const { id } of deliveries.slice(-SHOWN)) {
    lines.push(
      ...describeDelivery(await api('GET', `/v1/webhook-deliveries/${encodeURIComponent(id)}`)),
    );
  }
  return [...lines, time].join('\n');
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
  const { number, startedAt, state, responseStatus, responseBody, error } = attempt;
  const reason =
    isRecord(error) && !responseStatus ? `${error['code']}: ${error['message']}` : undefined;
  const said = typeof responseBody === 'string' ? oneLine(responseBody) : '';
  const result = [number, startedAt, state, responseStatus, reason].filter(Boolean).join(' ');
  return `  #${result}${state === 'failed' && said !== '' ? `, it said: ${said}` : ''}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
