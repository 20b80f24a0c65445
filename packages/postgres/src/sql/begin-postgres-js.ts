import { LostConnectionError, NoAnswerError } from '@screening-webhooks/core/store-kit';
import type { PostgresJs } from './current-postgres-js.js';

/**
 * Runs `body` in a transaction of `postgres`. The driver waits without a limit for a BEGIN, a ROLLBACK and a COMMIT; this
 * does not.
 *
 * @param replaced Aborts when the connections of this client have gone silent. A BEGIN may wait until then: all connections
 *   may be in use.
 * @param ms Milliseconds that a ROLLBACK or a COMMIT may take.
 */
export function beginPostgresJs<Tx>(
  sql: PostgresJs<Tx>,
  replaced: AbortSignal,
  ms: number,
  body: (tx: Tx) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let limit: ReturnType<typeof setTimeout> | undefined;
    let hasBegun = false;
    const onReplaced = (): void => {
      if (!hasBegun) settle(() => reject(replaced.reason));
    };
    const settle = (how: () => void): void => {
      clearTimeout(limit);
      replaced.removeEventListener('abort', onReplaced);
      how();
    };
    const endWithin = (error: Error): void => {
      limit = setTimeout(() => settle(() => reject(error)), ms);
    };
    replaced.addEventListener('abort', onReplaced);
    sql
      .begin(async (tx) => {
        hasBegun = true;
        // Nobody waits for it any more.
        replaced.throwIfAborted();
        try {
          await body(tx);
        } catch (error) {
          endWithin(new LostConnectionError(error));
          throw error;
        }
        endWithin(new NoAnswerError(`PostgreSQL did not answer COMMIT within ${ms} ms.`));
      })
      .then(
        () => settle(() => resolve()),
        (error: unknown) => settle(() => reject(error)),
      );
  });
}
