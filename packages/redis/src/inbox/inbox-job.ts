import type { EventEnvelope } from '@screening-webhooks/core';
import { escapeKeyPart } from '@screening-webhooks/core/store-kit';
import type { Job } from 'bullmq';

/** The data of a BullMQ job of the inbox. */
export interface InboxJobData {
  /**
   * Made by each call of `store`. The call that finds its own token in the job has stored it. The first property, so that
   * a comparison of the JSON's beginning finds it.
   */
  readonly token: string;
  readonly event: EventEnvelope;
}

/** A job and the kind of outcome that it returns. */
export type InboxJob = Job<InboxJobData, string, string>;

/** The value that events are ordered by, for the name of a key; undefined when the event is not ordered. */
export function orderValueOf(
  event: EventEnvelope,
  orderBy: string | undefined,
): string | undefined {
  // The queue may hold jobs that something else has added.
  const data: unknown = event?.data;
  if (orderBy === undefined || typeof data !== 'object' || data === null) return;
  const value: unknown = Reflect.get(data, orderBy);
  return typeof value === 'string' && value !== '' ? escapeKeyPart(value) : undefined;
}

/** A job that a worker has fetched, under the lock of BullMQ with this token. */
export interface FetchedJob {
  readonly job: InboxJob;
  readonly token: string;
  /** When the lock was requested, by `performance.now()`. */
  readonly requestedAt: number;
}
