import { createHash } from 'node:crypto';
import type { EventEnvelope } from '@screening-webhooks/core';
import {
  escapeKeyPart,
  isEvent,
  isRecord,
  UnreadableEvent,
} from '@screening-webhooks/core/store-kit';
import type { Job } from 'bullmq';

/** The data of a BullMQ job of the inbox, as `store` adds it. To read it, use {@link eventOf}: it may be anything. */
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

/** The event of a job that BullMQ could read. */
export function eventOf({
  data,
  timestamp,
}: Pick<InboxJob, 'data' | 'timestamp'>): EventEnvelope | UnreadableEvent {
  const event = eventOfData(data);
  // A fetch of a job that is gone makes one without data and without a time.
  const isGone = event instanceof UnreadableEvent && Number.isNaN(timestamp);
  return isGone ? new UnreadableEvent('gone') : event;
}

/** The event of the text of a job's data. */
export function eventOfText(text: string): EventEnvelope | UnreadableEvent {
  if (text === '') return new UnreadableEvent('gone');
  try {
    return eventOfData(JSON.parse(text));
  } catch {
    return new UnreadableEvent('damaged');
  }
}

function eventOfData(data: unknown): EventEnvelope | UnreadableEvent {
  if (!isRecord(data)) return new UnreadableEvent('damaged');
  const { event, unread } = data;
  if (typeof unread === 'string') return eventOfText(unread);
  return isEvent(event) ? event : new UnreadableEvent('damaged');
}

/** The value that events are ordered by, for the name of a key; undefined when the event is not ordered. */
export function orderValueOf(
  event: EventEnvelope | UnreadableEvent,
  orderBy: string | undefined,
): string | undefined {
  if (orderBy === undefined || event instanceof UnreadableEvent || !isRecord(event.data)) return;
  const value = event.data[orderBy];
  return typeof value === 'string' && value !== '' ? escapeKeyPart(value) : undefined;
}

/** A job that a worker has fetched, under the lock of BullMQ with this token. */
export interface FetchedJob {
  readonly job: InboxJob;
  readonly token: string;
  /** When the lock was requested, by `performance.now()`. */
  readonly requestedAt: number;
}

/**
 * The BullMQ job id of an event: the event id, readable in a dashboard, and a digest of the dedupe key, which separates
 * namespaces. BullMQ refuses ids that contain `:` and ids that are numbers, so an event id with unusual characters is
 * replaced by its digest.
 */
export function jobId(eventId: string, key: string): string {
  return `${jobIdPrefix(eventId)}${digest(key)}`;
}

/** The prefix of an event's job ids in every namespace. It contains no character with a meaning in a Redis pattern. */
export function jobIdPrefix(eventId: string): string {
  return `${/^[\w.-]{1,80}$/.test(eventId) ? eventId : digest(eventId)}~`;
}

/** The event id that a job id begins with: its digest if it is unusual, and empty for a job that the inbox has not added. */
export function eventIdOf(job: string): string {
  return job.slice(0, Math.max(0, job.lastIndexOf('~')));
}

// As JSON, in which two ids that differ in an unpaired surrogate still differ.
function digest(text: string): string {
  return createHash('sha256').update(JSON.stringify(text)).digest('base64url').slice(0, 22);
}
