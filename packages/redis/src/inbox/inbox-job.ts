import type { EventEnvelope } from '@screening-webhooks/core';
import type { Job } from 'bullmq';

/** What a BullMQ job of the inbox carries. */
export interface InboxJobData {
  /** Made up by each call of `store`: whoever finds its own in the job has stored it. First, so that it is found by a prefix. */
  readonly token: string;
  readonly event: EventEnvelope;
}

/** A job, and the kind of outcome that it returns. */
export type InboxJob = Job<InboxJobData, string, string>;

/** The value that events are ordered by; none: not ordered with anything. */
export function orderOf(event: EventEnvelope, orderBy: string | undefined): string | undefined {
  if (orderBy === undefined || typeof event.data !== 'object' || event.data === null) return;
  const value: unknown = Reflect.get(event.data, orderBy);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
