import { createHash } from 'node:crypto';
import type { EventEnvelope } from '@screening-webhooks/core';

/** The data of a pg-boss job of the inbox. */
export interface JobData {
  /**
   * The event as JSON text. As jsonb, PostgreSQL would reject `\u0000` and unpaired surrogates, which senders can put into
   * form fields, and would reorder keys.
   */
  readonly event: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

export function encodeEvent(event: EventEnvelope, receivedAt: number): JobData {
  return { event: JSON.stringify(event), receivedAt };
}

export function decodeEvent(text: unknown): EventEnvelope {
  return JSON.parse(String(text));
}

/** The value that the event is ordered by, as a key for the database. Undefined: the event has no order. */
export function orderKeyOf(event: EventEnvelope, orderBy: string | undefined): string | undefined {
  if (orderBy === undefined || typeof event.data !== 'object' || event.data === null) return;
  const value: unknown = Reflect.get(event.data, orderBy);
  if (typeof value !== 'string' || value === '') return;
  // An index entry has at most 2,700 bytes, and PostgreSQL text cannot contain a NUL.
  const text = JSON.stringify(value);
  return text.length <= 200 ? text : createHash('sha256').update(text).digest('hex');
}
