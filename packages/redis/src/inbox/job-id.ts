import { createHash } from 'node:crypto';

/**
 * The BullMQ job id of an event: its own id, to be read in a dashboard, and a digest of its dedupe key, to tell name
 * spaces apart. BullMQ refuses ids with `:` and ids that are numbers; an id with anything unusual becomes a digest too.
 */
export function jobId(eventId: string, key: string): string {
  return `${jobIdStart(eventId)}${digest(key)}`;
}

/** What the job ids of an event start with, in every name space. Free of what a Redis pattern gives a meaning to. */
export function jobIdStart(eventId: string): string {
  return `${/^[\w.-]{1,80}$/.test(eventId) ? eventId : digest(eventId)}~`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
