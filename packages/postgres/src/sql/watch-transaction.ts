import { NoAnswerError } from '@screening-webhooks/core/store-kit';
import type { SqlQuery } from './sql-client.js';

/** Notices that a transaction has ended on the server while its connection is still waited for. */
export interface TransactionWatch {
  /** Aborts when that has happened. */
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

const IS_OPEN = 'SELECT pg_xact_status($1::text::xid8) AS status';

/**
 * Asks for a transaction again and again. On a silent connection no statement of a handler ends, and how long one may take
 * is not known here. But the server ends a transaction that sends it nothing (`idleTimeout`).
 *
 * @param query On another connection than the transaction's.
 * @param interval Milliseconds.
 */
export function watchTransaction(query: SqlQuery, id: string, interval: number): TransactionWatch {
  const gone = new AbortController();
  let timer = setTimeout(ask, interval);
  let stopped = false;

  async function ask(): Promise<void> {
    const isGone = await query(IS_OPEN, [id]).then(
      ([row]) => row?.[0] !== 'in progress',
      // Without an answer, nothing is known of the transaction.
      () => false,
    );
    if (stopped) return;
    if (!isGone) timer = setTimeout(ask, interval);
    else
      gone.abort(
        new NoAnswerError(
          'The connection of the transaction does not answer: the server has ended it.',
        ),
      );
  }

  return {
    signal: gone.signal,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
