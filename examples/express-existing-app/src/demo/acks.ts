import type { Answer } from './answer.js';

// The outcome table as the service sees it. The status codes are repeated here on purpose: they are what is tested.

/** The handler ran and succeeded. */
export const processed: Answer = { status: 200, says: 'processed' };

/** The event was processed before. */
export const duplicate: Answer = { status: 200, says: 'duplicate' };

/** There is no handler for the type. */
export const ignored: Answer = { status: 200, says: 'ignored' };

/** Another delivery of the event is being processed. */
export const inProgress: Answer = { status: 409, says: 'in_progress' };

/** The handler threw: the service delivers again. */
export const failed: Answer = { status: 500, says: 'failed' };

/** The ack deadline passed first. The handler continues. */
export const timedOut: Answer = { status: 503, says: 'timed_out' };

/** The delivery was refused before its event was trusted. */
export function rejected(status: number, code: string): Answer {
  return { status, says: `rejected: ${code}` };
}
