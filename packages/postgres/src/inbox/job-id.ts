import { createHash } from 'node:crypto';

/**
 * The id of an event's job: a UUID of version 8 (RFC 9562, section 5.8) with 60 bits of the event id's SHA-256 digest, so
 * that the jobs of one event are adjacent in the primary key, and 62 bits of the dedupe key's digest.
 */
export function jobId(eventId: string, key: string): string {
  return uuid(digest(eventId), digest(key));
}

/** The lowest and the highest id that jobs of an event can have, in any namespace. */
export function jobIdRange(eventId: string): readonly [first: string, last: string] {
  const start = digest(eventId);
  return [uuid(start, '0'.repeat(32)), uuid(start, 'f'.repeat(32))];
}

function uuid(start: string, end: string): string {
  // Two bits of UUID variant, then two bits of the key.
  const variant = (8 + (Number.parseInt(end.charAt(0), 16) & 3)).toString(16);
  return [
    start.slice(0, 8),
    start.slice(8, 12),
    `8${start.slice(12, 15)}`,
    `${variant}${end.slice(1, 4)}`,
    end.slice(4, 16),
  ].join('-');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
