import type { EventEnvelope, Handler, HandlerContext } from '@screening-webhooks/core';
import { quotedTable } from './claims-table.js';
import { type EffectOptions, recordEffect } from './record-effect.js';
import {
  createSqlClient,
  type PostgresClient,
  type SqlClientOptions,
} from './sql/create-sql-client.js';

/** The context of a transactional handler. */
export interface TransactionContext<Tx, Framework = unknown> extends HandlerContext<Framework> {
  /** The open transaction: a `PoolClient` of pg, a `TransactionSql` of postgres, a `Transaction` of PGlite. */
  readonly tx: Tx;
}

/** Options of {@link transactional}. */
export interface TransactionalOptions extends EffectOptions, SqlClientOptions {}

/**
 * A handler whose writes through `tx` happen exactly once per event: they are committed in one transaction with a row
 * that records them, and a run that finds the row does nothing. This holds with any dedupe store and any inbox. Effects
 * outside the transaction, such as mail and HTTP calls, still happen at least once.
 *
 * The handler must not commit. To write nothing, it must throw.
 *
 * @throws TypeError when the client is not supported or an option is malformed.
 * @example
 * 'document_verification.completed': transactional(pool, async (event, { tx }) => {
 *   await tx.query('UPDATE clinicians SET active = true WHERE id = $1', [event.data.externalId]);
 * }),
 */
export function transactional<Event extends EventEnvelope, Tx, Framework = unknown>(
  client: PostgresClient<Tx>,
  handler: (event: Event, context: TransactionContext<Tx, Framework>) => unknown,
  options: TransactionalOptions = {},
): Handler<Event, Framework> {
  const sql = createSqlClient(client, options);
  quotedTable(options.table);
  if (options.key !== undefined && typeof options.key !== 'function') {
    throw new TypeError('key: expected a function of the event, such as resultId of the core.');
  }
  return (event, context) =>
    sql.transaction(async (tx, query) => {
      if (await recordEffect(query, event, options)) await handler(event, { ...context, tx });
    });
}
