import { createHash } from 'node:crypto';
import type { EventEnvelope, InboxEntry, InboxOptions } from '@screening-webhooks/core';
import { isQueuedEvent, type QueuedEvent } from '@screening-webhooks/core/store-kit';

// SQS refuses messages with these two characters, and those that JSON escapes:
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
const REFUSED = /[\uFFFE\uFFFF]/g;

/** An event as the body of a message. */
export function toBody(event: EventEnvelope, { key, receivedAt }: InboxEntry): string {
  const message: QueuedEvent = { event, key, receivedAt };
  return JSON.stringify(message).replace(
    REFUSED,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
}

/** The event of a message; undefined when something other than `sqsInbox` has sent it. */
export function readBody(body: string | undefined): QueuedEvent | undefined {
  let message: unknown;
  try {
    message = JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
  return isQueuedEvent(message) ? message : undefined;
}

/**
 * The ids of a message of a FIFO queue: events of the same group are processed one after the other, and a second message
 * with the same deduplication id is dropped for five minutes.
 */
export function fifoAttributes(
  { event, key }: Pick<QueuedEvent, 'event' | 'key'>,
  orderBy: InboxOptions['orderBy'],
): { readonly MessageGroupId: string; readonly MessageDeduplicationId: string } {
  const order = orderValueOf(event, orderBy);
  return {
    MessageGroupId: hash(order === undefined ? `key:${key}` : `${orderBy}:${order}`),
    MessageDeduplicationId: hash(key),
  };
}

function orderValueOf(
  { data }: EventEnvelope,
  orderBy: InboxOptions['orderBy'],
): string | undefined {
  if (orderBy === undefined || typeof data !== 'object' || data === null) return undefined;
  const value: unknown = Reflect.get(data, orderBy);
  return typeof value === 'string' ? value : undefined;
}

/** SQS takes 128 letters, digits and punctuation marks. */
function hash(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest('hex');
}
