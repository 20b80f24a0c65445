import { createHash } from 'node:crypto';

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
