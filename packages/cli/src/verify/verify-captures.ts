import type { RejectionCode } from '@screening-webhooks/core';
import { type Explanation, explainDelivery } from '@screening-webhooks/explain';
import { signatureOf } from 'screening-webhooks-delivery-input';
import { printable, UsageError } from 'screening-webhooks-terminal';
import type { CapturedDelivery } from '../capture/captured-delivery.js';
import { eventLabel } from '../event/event-label.js';
import type { NamedSecret } from '../target/secrets.js';

/** A captured delivery and the explanation of its signature. */
export interface VerifiedCapture {
  /** Its place in the capture, from 1, in the order of receipt. */
  readonly number: number;
  readonly captured: CapturedDelivery;
  readonly explanation: Explanation;
  /** The clock of the check, in milliseconds since the epoch. */
  readonly now: number;
}

/** Settings of the check. */
export interface VerifyJob {
  readonly secrets: readonly NamedSecret[];
  /** Milliseconds since the epoch. If `undefined`, each delivery is checked at the time of its receipt. */
  readonly now: number | undefined;
  /** Seconds. */
  readonly tolerance: number;
}

/** A delivery and its place in the capture, from 1. */
export interface NumberedCapture {
  readonly number: number;
  readonly captured: CapturedDelivery;
}

const MAX_NAMED_IDS = 5;

/**
 * The deliveries of an event, or all.
 *
 * @throws UsageError when no delivery has the id. The message names some of the existing ids.
 */
export function chooseCaptures(
  deliveries: readonly CapturedDelivery[],
  id: string | undefined,
  path: string,
): readonly NumberedCapture[] {
  const numbered = deliveries.map((captured, index) => ({ number: index + 1, captured }));
  if (id === undefined) return numbered;
  const found = numbered.filter(({ captured }) => eventLabel(captured.body)?.id === id);
  if (found.length > 0) return found;
  const ids = new Set(deliveries.flatMap(({ body }) => eventLabel(body)?.id ?? []));
  const named = [...ids].slice(0, MAX_NAMED_IDS).map((each) => oneLine(each));
  const more = ids.size > named.length ? ` and ${ids.size - named.length} more` : '';
  throw new UsageError(
    ids.size === 0
      ? `--id: no delivery in ${path} has an event id; leave out --id to check all ${deliveries.length}.`
      : `--id: ${path} has no delivery of ${oneLine(id)}; it has ${named.join(', ')}${more}.`,
  );
}

/** Explains deliveries one after another, until all are explained or the signal aborts. */
export async function* verifyCaptures(
  deliveries: readonly NumberedCapture[],
  { secrets, now, tolerance }: VerifyJob,
  signal: AbortSignal,
): AsyncGenerator<VerifiedCapture> {
  for (const { number, captured } of deliveries) {
    if (signal.aborted) return;
    const clock = now ?? captured.receivedAt;
    const explanation = await explainDelivery({
      body: captured.body,
      header: signatureOf(captured.headers),
      headers: captured.headers,
      secret: secrets.map(({ secret }) => secret),
      tolerance,
      now: () => clock,
    });
    yield { number, captured, explanation, now: clock };
  }
}

/** Names a captured delivery: its place, time of receipt, event and answer. Shows nothing of its `data`. */
export function nameOf({ number, captured }: VerifiedCapture): string {
  const { body, receivedAt, status, code } = captured;
  const event = eventLabel(body);
  const content =
    event === undefined ? `${body.length} bytes` : `${oneLine(event.type)} ${oneLine(event.id)}`;
  const answer = code === undefined ? status : `${status} ${code}`;
  return `${number}  ${new Date(receivedAt).toISOString()}  ${content}, answered ${answer}`;
}

/** The receiver's codes that contradict a valid signature, each with its cause. */
const contradictions: Partial<Record<RejectionCode, string>> = {
  timestamp_too_old: "The receiver's clock is ahead: check it on the receiver's machine.",
  timestamp_in_future: "The receiver's clock is behind: check it on the receiver's machine.",
};

/** Why the receiver has refused a delivery that was valid at its receipt; `undefined` if unknown or not refused. */
export function contradictionOf({ captured, explanation }: VerifiedCapture): string | undefined {
  return explanation.ok && captured.code !== undefined ? contradictions[captured.code] : undefined;
}

function oneLine(text: string): string {
  return printable(text, 200).replaceAll('\n', '\\n');
}
