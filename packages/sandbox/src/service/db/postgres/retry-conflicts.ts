import { errorCode } from '../error-code.js';

const TRIES = 5;
// A deadlock, and a conflict of serializable transactions (PostgreSQL, appendix A).
const conflicts: readonly unknown[] = ['40P01', '40001'];

/** Runs a transaction, or a statement outside of one, again that the database has ended for the sake of another. */
export async function retryConflicts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === TRIES || !conflicts.includes(errorCode(error))) throw error;
    }
  }
}
