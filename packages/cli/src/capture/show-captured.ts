import { eventLabel } from '../event/event-label.js';
import { printable } from '../terminal/printable.js';
import { wrap } from '../terminal/table.js';
import type { CapturedDelivery } from './captured-delivery.js';

/** A delivery in two lines or more: what it was, and what became of it. Nothing of its `data` is shown. */
export function showCaptured(
  number: number,
  { method, path, body }: Pick<CapturedDelivery, 'method' | 'path' | 'body'>,
  became: { readonly words: string; readonly paint: (text: string) => string },
  columns: number,
): string {
  const event = eventLabel(body);
  const what = event === undefined ? `${body.length} bytes` : `${event.type} ${event.id}`;
  const first = `${number}  ${method} ${printable(path, 200)} ${printable(what, 200)}`;
  const indent = ' '.repeat(String(number).length + 2);
  const lines = wrap(became.words, columns - indent.length).map((line) => became.paint(line));
  return [first, ...lines.map((line) => indent + line)].map((line) => `${line}\n`).join('');
}
