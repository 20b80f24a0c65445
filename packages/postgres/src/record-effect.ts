import type { EventEnvelope } from '@screening-webhooks/core';
import {
  checkNames,
  EffectInProgressError,
  type EffectOptions,
  effectNames,
  effectOf,
} from '@screening-webhooks/core/store-kit';
import { explainMissingTable, quotedTable, storedKey } from './claim-statements.js';
import { resultRows } from './sql/sql-client.js';

/**
 * Records, in the transaction that `query` runs in, that this transaction contains the effects of the event. Resolves with
 * false when an earlier transaction has committed them: then do nothing. It does not wait for another transaction that is
 * recording the same effect.
 *
 * @throws EffectInProgressError when another transaction is recording the same effect.
 * @throws TypeError when `table` is malformed or `query` does not resolve with the rows; Error naming the fix when the
 * table is missing.
 */
export async function recordEffect(
  query: (text: string, values: [key: string, retention: string]) => Promise<unknown>,
  event: EventEnvelope,
  options: EffectOptions = {},
): Promise<boolean> {
  checkNames(options, effectNames, 'recordEffect');
  return recordOnce(query, event, options);
}

/** {@link recordEffect}, with options that were checked before. */
export async function recordOnce(
  query: Parameters<typeof recordEffect>[0],
  event: EventEnvelope,
  options: EffectOptions,
): Promise<boolean> {
  const { key, retention } = effectOf(event, options);
  const statement = query(insertEffect(quotedTable(options.table)), [
    storedKey(key),
    String(retention),
  ]);
  const [row] = resultRows(await explainMissingTable(options.table, statement));
  const [answer] = row ?? [];
  if (answer === BUSY) throw new EffectInProgressError();
  if (answer !== NEW && answer !== KNOWN) {
    throw new TypeError('query: expected it to resolve with the rows of the statement.');
  }
  return answer === NEW;
}

// Digits in one column of text, because `query` answers in the types and under the names of the app.
const [KNOWN, NEW, BUSY] = ['0', '1', '2'];

// Without the advisory lock, the INSERT would wait for the other transaction and hold a connection meanwhile.
function insertEffect(table: string): string {
  return `
    WITH attempt AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(hashtextextended('screening-webhooks ${table} ' || $1::text, 0)) AS free
    ), recorded AS (
      INSERT INTO ${table} AS existing (key, owner, done, expires_at)
      SELECT $1::text, '', true, clock_timestamp() + $2::text::float8 * interval '1 millisecond'
      FROM attempt WHERE free
      ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at
        WHERE existing.expires_at <= clock_timestamp()
      RETURNING true
    )
    SELECT CASE WHEN NOT free THEN '${BUSY}' WHEN EXISTS (SELECT FROM recorded) THEN '${NEW}'
      ELSE '${KNOWN}' END AS effect
    FROM attempt`;
}
