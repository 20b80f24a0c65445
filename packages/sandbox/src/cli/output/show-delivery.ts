import { printable, styleOf, type Terminal } from 'screening-webhooks-terminal';
import type { z } from 'zod';
import type {
  WebhookAttempt,
  WebhookDeliveryWithAttempts,
} from '../../service/capabilities/webhooks/index.js';
import { aligned, shown } from './print.js';

type Attempt = z.output<typeof WebhookAttempt>;
type Delivery = z.output<typeof WebhookDeliveryWithAttempts>;

const LONGEST_BODY = 8000;

export function showDelivery(delivery: Delivery, terminal: Terminal): string {
  const style = styleOf(terminal);
  const facts = aligned([
    ['delivery', delivery.id],
    ['event', delivery.eventId],
    ['type', delivery.eventType],
    ['endpoint', delivery.endpointId],
    ['status', delivery.status],
    ['created', delivery.createdAt],
    ...(delivery.nextAttemptAt === null ? [] : [['next attempt', delivery.nextAttemptAt]]),
  ]);
  const attempts = delivery.attempts.map((attempt) => {
    const reason = describeFailure(attempt);
    const fault = attempt.fault === null ? '' : `, with the fault ${attempt.fault}`;
    const paint = { succeeded: style.good, failed: style.bad }[String(attempt.state)];
    const result = describeResult(attempt);
    const lines = [
      `#${attempt.number}  ${attempt.startedAt}  ${attempt.trigger}${fault}: ${paint?.(result) ?? result}`,
      ...(reason === undefined ? [] : [`  ${reason}`]),
      ...nextLines(attempt),
      `  POST ${shown(attempt.url)}`,
      ...headerLines(attempt.requestHeaders),
      ...(attempt.responseStatus === null ? [] : [`  answer: ${attempt.responseStatus}`]),
      ...headerLines(attempt.responseHeaders ?? {}),
      ...bodyLines(attempt.responseBody ?? ''),
    ];
    return `\n${lines.map((line) => `${line}\n`).join('')}`;
  });
  const body = bodyLines(delivery.requestBody).map((line) => `${line}\n`);
  return `${facts}${attempts.join('')}\nThe body of every attempt that no fault has changed:\n${body.join('')}`;
}

/** Describes the end of an attempt: `200 in 12 ms`, `connection_refused in 1 ms`, or that it has not ended. */
export function describeResult({ state, responseStatus, durationMs, error }: Attempt): string {
  if (state === 'started') return 'not answered yet';
  const result = responseStatus ?? shown(error?.code ?? state);
  return durationMs === null ? String(result) : `${result} in ${durationMs} ms`;
}

/** Says in one sentence why an attempt failed, and how the receiver answered. `undefined` if it did not fail. */
export function describeFailure({ error, responseBody }: Attempt): string | undefined {
  if (error === null) return undefined;
  const said = error.code === 'status_not_2xx' && responseBody ? responseBody.trim() : '';
  return `${shown(error.message)}${said === '' ? '' : ` It said: ${shown(said, 200)}`}`;
}

function nextLines({ diagnosis }: Attempt) {
  const next = diagnosis?.next;
  return next ? [`  ${shown(next.message)}`] : [];
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `    ${shown(name)}: ${shown(value)}`);
}

function bodyLines(body: string): readonly string[] {
  if (body === '') return [];
  return printable(body, LONGEST_BODY)
    .split('\n')
    .map((line) => `    ${line}`);
}
