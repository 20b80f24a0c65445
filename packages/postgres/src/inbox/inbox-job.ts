import { createHash } from 'node:crypto';
import type { EventEnvelope } from '@screening-webhooks/core';

/** What a pg-boss job of the inbox carries. */
export interface InboxJobData {
  /**
   * The event as JSON text. As jsonb, PostgreSQL would refuse `\u0000` and half of a surrogate pair, which a sender may
   * well put into a form field, and reorder keys.
   */
  readonly event: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

export function encodeEvent(event: EventEnvelope, receivedAt: number): InboxJobData {
  return { event: JSON.stringify(event), receivedAt };
}

export function decodeEvent(text: unknown): EventEnvelope {
  return JSON.parse(String(text));
}

/** The value that events are ordered by, as a key for the database; none: not ordered with anything. */
export function orderOf(event: EventEnvelope, orderBy: string | undefined): string | undefined {
  if (orderBy === undefined || typeof event.data !== 'object' || event.data === null) return;
  const value: unknown = Reflect.get(event.data, orderBy);
  if (typeof value !== 'string' || value === '') return;
  // An index takes no more than 2,700 bytes, and no text takes a NUL.
  const text = JSON.stringify(value);
  return text.length <= 200 ? text : createHash('sha256').update(text).digest('hex');
}
