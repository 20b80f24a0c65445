import { decodeText, joinLines, printable, type Style, wrap } from 'screening-webhooks-terminal';
import { eventLabel } from '../event/event-label.js';
import { jsonLine, parseJson } from '../json.js';
import type { Sent } from './send-events.js';

const MAX_READABLE_BYTES = 4000;

/**
 * Formats a delivery as text: the request, the answer, the time, and the meaning.
 *
 * @param shownBefore The delivery shown before; an identical body is not repeated.
 */
export function showSent(
  sent: Sent,
  style: Style,
  columns: number,
  shownBefore: Sent | undefined,
): string {
  const { delivery, result, assessment } = sent;
  const again = sent.attempt === 1 ? '' : style.quiet(` (delivery ${sent.attempt} of this event)`);
  const lines = [
    style.strong(`${delivery.method} ${delivery.url.href}`) + again,
    ...delivery.headers.map(([name, value]) => `${name}: ${value}`).map(indented),
    '',
    ...bodyLines(sent, shownBefore).map(indented),
    '',
  ];
  const paint = assessment.ok ? style.good : style.bad;
  if (result.kind === 'answered') {
    lines.push(`${paint(style.strong(String(result.status)))} in ${result.ms} ms`);
    if (result.body.length > 0) {
      lines.push(...printable(result.body).split('\n').map(indented));
    }
    lines.push('');
  }
  lines.push(...wrap(paint(assessment.sentence), columns), '');
  return joinLines(lines);
}

/** Formats a delivery as one line of JSON. */
export function sentAsJson(sent: Sent, fault: string): string {
  const { delivery, result, assessment } = sent;
  return jsonLine({
    number: sent.event,
    event: eventLabel(delivery.body) ?? null,
    attempt: sent.attempt,
    fault,
    request: {
      method: delivery.method,
      url: delivery.url.href,
      headers: delivery.headers,
      bytes: delivery.body.length,
    },
    result: result.kind,
    status: result.kind === 'answered' ? result.status : null,
    outcome: assessment.reported?.outcome ?? null,
    code: assessment.reported?.code ?? null,
    ms: result.ms,
    expected: delivery.expected,
    ok: assessment.ok,
    sentence: assessment.sentence,
  });
}

function bodyLines({ delivery }: Sent, shownBefore: Sent | undefined): readonly string[] {
  const { body } = delivery;
  if (shownBefore !== undefined && Buffer.from(body).equals(shownBefore.delivery.body)) {
    return [`the same ${body.length} bytes`];
  }
  const text = decodeText(body);
  const value = body.length < MAX_READABLE_BYTES ? parseJson(text) : undefined;
  const readable = value === undefined ? undefined : JSON.stringify(value, null, 2);
  if (readable === undefined) {
    return [...printable(text, 400).split('\n'), `(${body.length} bytes)`];
  }
  const note = readable === text.trimEnd() ? '' : ', sent without this indentation';
  return [...printable(readable, 8000).split('\n'), `(${body.length} bytes${note})`];
}

// Not wrapped, so that the sent text can be copied.
function indented(line: string): string {
  return `  ${line}`;
}
