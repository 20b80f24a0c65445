import type { EventEnvelope } from '@screening-webhooks/core';
import {
  checkNames,
  EffectInProgressError,
  type EffectOptions,
  effectNames,
  effectOf,
  isRecord,
  tableParts,
  withCauses,
} from '@screening-webhooks/core/store-kit';
import { effectStatements, explainMissingTable, RECORDED_BEFORE } from './claim-statements.js';
import { CONFLICTS, serverErrorOf } from './sql/server-error.js';

// The shortest that each server takes. A lock of GET_LOCK() would stay with the session when the transaction ends.
const WAIT_BRIEFLY = `SET @screening_lock = @@innodb_lock_wait_timeout,
  SESSION innodb_lock_wait_timeout = IF(VERSION() LIKE '%MariaDB%', 0, 1)`;
const WAIT_AS_BEFORE = 'SET SESSION innodb_lock_wait_timeout = @screening_lock';

/**
 * Records, in the transaction that `query` runs in, that this transaction contains the effects of the event. Resolves with false
 * when an earlier transaction has committed them: then do nothing. It sends four statements, one after the other. For another
 * transaction that is recording the same effect, it waits a second on MySQL, and not at all on MariaDB.
 *
 * @param query Runs a statement in the transaction, and resolves with what the driver answers.
 * @throws EffectInProgressError when another transaction is recording the same effect. Let it end the transaction.
 * @throws TypeError when `table` is malformed or `query` does not resolve with the rows; Error naming the fix when the table is
 * missing.
 */
export async function recordEffect(
  query: (sql: string) => Promise<unknown>,
  event: EventEnvelope,
  options: EffectOptions = {},
): Promise<boolean> {
  checkNames(options, effectNames, 'recordEffect');
  tableParts(options.table);
  const { table, record } = effectStatements(options.table, effectOf(event, options));
  await query(WAIT_BRIEFLY);
  try {
    await explainMissingTable(table, query(record));
  } catch (error) {
    // It fails too when the connection was lost.
    await query(WAIT_AS_BEFORE).catch(() => {});
    const isInProgress = withCauses(error).some((each) => CONFLICTS.has(serverErrorOf(each)));
    throw isInProgress ? new EffectInProgressError() : error;
  }
  await query(WAIT_AS_BEFORE);
  const code = codeIn(await query('SELECT LAST_INSERT_ID() AS code'));
  if (code === undefined) {
    throw new TypeError('query: expected it to resolve with the rows of the statement.');
  }
  return code !== RECORDED_BEFORE;
}

/** The column `code` of the only row of a result: `[rows, fields]`, `rows`, or an object with `rows`. */
function codeIn(result: unknown): number | undefined {
  if (Array.isArray(result)) return codeIn(result[0]);
  if (!isRecord(result)) return undefined;
  if ('rows' in result) return codeIn(result['rows']);
  return 'code' in result ? Number(result['code']) : undefined;
}
