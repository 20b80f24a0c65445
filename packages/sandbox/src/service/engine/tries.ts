const MINUTE = 60_000;

/** Milliseconds of virtual time from each failure of a job to its next try: 1, 5 and 15 minutes after the first. */
export const WAITS_MS = [MINUTE, 4 * MINUTE, 10 * MINUTE];
/** A job that has failed more often has used up its tries. */
export const TRIES = WAITS_MS.length;
