import { setTimeout as sleep } from 'node:timers/promises';
import { failureKind, findDatabaseCrash } from '../db/errors.js';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5000;

/**
 * Records a result that cannot be obtained again. While the database is away, it tries again, however long that is. The job must
 * fence the write, so that nothing is written twice, or after another process has taken over.
 *
 * @param signal Ends the retries, because the service stops.
 * @param onFailure Called with the first failure.
 */
export async function keepTrying<Result>(
  record: () => Promise<Result>,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<Result> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await record();
    } catch (error) {
      const isEnd = signal.aborted || findDatabaseCrash(error);
      if (isEnd || failureKind(error) === 'lasting') throw error;
      if (wait === FIRST_WAIT_MS) onFailure(error);
      await sleep(wait, undefined, { signal }).catch(() => {});
    }
  }
}
