import { setTimeout as sleep } from 'node:timers/promises';
import { isDataError } from '../db/error-code.js';
import { JOB_LEASE_MS } from './lease.js';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5000;

/**
 * Records what cannot be learnt again. While the database does not answer, it tries again, for as long as the job can be held: what
 * is written must be fenced by the job.
 *
 * @param signal Ends the trying, because the service stops.
 */
export async function keepTrying<Result>(
  record: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const end = performance.now() + JOB_LEASE_MS;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await record();
    } catch (error) {
      if (isDataError(error) || signal.aborted || performance.now() + wait > end) throw error;
      await sleep(wait, undefined, { signal }).catch(() => {});
    }
  }
}
