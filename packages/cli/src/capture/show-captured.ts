import { joinLines, printable, wrap } from 'screening-webhooks-terminal';
import { eventLabel } from '../event/event-label.js';
import type { CapturedDelivery } from './captured-delivery.js';

/** Formats a delivery in two or more lines: the request and its result. Shows nothing of its `data`. */
export function showCaptured(
  number: number,
  { method, path, body }: Pick<CapturedDelivery, 'method' | 'path' | 'body'>,
  result: string,
  columns: number,
): string {
  const event = eventLabel(body);
  const content = event === undefined ? `${body.length} bytes` : `${event.type} ${event.id}`;
  const first = `${number}  ${method} ${printable(path, 200)} ${printable(content, 200)}`;
  const indent = ' '.repeat(String(number).length + 2);
  const lines = wrap(result, columns - indent.length).map((line) => indent + line);
  return joinLines([first, ...lines]);
}
