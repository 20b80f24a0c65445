import type { Claim, DedupeStore } from '@screening-webhooks/core';
import {
  type CleanUpResult,
  checkNames,
  cleanUpInSteps,
  eachAlone,
} from '@screening-webhooks/core/store-kit';
import {
  claimStatements,
  explainMissingTable,
  migrateTable,
  quotedTable,
  storedKey,
} from './claim-statements.js';
import {
  createSqlClient,
  type PostgresClient,
  type SqlClientOptions,
} from './sql/create-sql-client.js';
import { isRefusal } from './sql/server-error.js';
import { LONG_STATEMENT, type SqlQuery, type SqlRow } from './sql/sql-client.js';

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions extends SqlClientOptions {
  /** `name` or `schema.name`. Default `screening_webhook_claims`. */
  readonly table?: string | undefined;
}

/** A {@link DedupeStore} in a PostgreSQL table. */
export interface PostgresStore extends DedupeStore {
  claim(key: string, owner: string, leaseMs: number): Promise<Claim>;
  extend(key: string, owner: string, leaseMs: number): Promise<boolean>;
  commit(key: string, owner: string, retentionMs: number): Promise<boolean>;
  release(key: string, owner: string): Promise<boolean>;
  /**
   * Creates the table and its index if they are missing. Run it at every start of every process: with nothing to do, it is
   * one SELECT, takes no lock and needs no privilege to create.
   */
  migrate(): Promise<void>;
  /**
   * Deletes expired rows, at most `limit` (default 1,000), in statements of at most 1,000 rows. It skips rows that are locked
   * and delays no claim. A row that the server refuses to delete does not keep the others. {@link cleanUpEvery} runs it on a
   * timer. Without it, claims stay correct but the table grows.
   */
  cleanUp(options?: { readonly limit?: number | undefined }): Promise<CleanUpResult>;
}

// The plan of a step of this size uses the index however the rows are ordered on disk.
const ROWS_PER_STATEMENT = 1000;

/**
 * A {@link DedupeStore} that survives restarts and is shared by all processes on the database. Each operation is atomic
 * under any concurrency, is one statement and uses the server's clock. An operation without an answer rejects after `timeout`, and
 * after two seconds when its row is locked; the delivery is then answered 503.
 *
 * @throws TypeError when the client is not a `pg` Pool, a `postgres` sql function or a PGlite, or `table` is malformed.
 * @example
 * const store = postgresStore(pool);
 * await store.migrate();
 * const receiver = createReceiver({ secret, handlers, dedupe: store });
 */
export function postgresStore<Tx>(
  client: PostgresClient<Tx>,
  options: PostgresStoreOptions = {},
): PostgresStore {
  checkNames(options, { table: true, prepare: true, timeout: true }, 'postgresStore');
  const { table } = options;
  const sql = createSqlClient(client, options);
  const statements = claimStatements(quotedTable(table), sql.timeout);

  const run: SqlQuery = (text, values, ms) =>
    explainMissingTable(table, sql.query(text, values, ms));

  /** For a clean-up that the server has refused: because of one of its rows, say. */
  async function deleteEach(rows: number): Promise<CleanUpResult> {
    const found = await run(statements.findExpired, [rows], LONG_STATEMENT);
    const { count, failures } = await eachAlone(
      found.slice(0, rows).map(([key]) => String(key)),
      async (key) => (await run(statements.deleteExpired, [key])).length,
      isRefusal,
    );
    return { deleted: count, more: found.length > rows, ...(failures.length > 0 && { failures }) };
  }

  return {
    async claim(key, owner, leaseMs) {
      const [row] = await run(statements.claim, [storedKey(key), owner, leaseMs]);
      return claimOf(row, leaseMs);
    },
    async extend(key, owner, leaseMs) {
      return (await run(statements.extend, [storedKey(key), owner, leaseMs])).length > 0;
    },
    async commit(key, owner, retentionMs) {
      return (await run(statements.commit, [storedKey(key), owner, retentionMs])).length > 0;
    },
    async release(key, owner) {
      const [row] = await run(statements.release, [storedKey(key), owner]);
      return row?.[0] === 'free';
    },
    migrate: () => migrateTable(sql, table),
    cleanUp: ({ limit } = {}) =>
      cleanUpInSteps(limit, ROWS_PER_STATEMENT, async (rows) => {
        try {
          const [row] = await run(statements.cleanUp, [rows], LONG_STATEMENT);
          const [deleted, more] = row ?? [];
          return { deleted: Number(deleted ?? 0), more: Number(more) > 0 };
        } catch (error) {
          if (!isRefusal(error)) throw error;
          return deleteEach(rows);
        }
      }),
  };
}

/** No row: another owner took the key during the statement. */
function claimOf(row: SqlRow | undefined, leaseMs: number): Claim {
  const [claim] = row ?? [leaseMs];
  if (claim === 'acquired' || claim === 'done') return claim;
  return { busyForMs: Math.max(1, Number(claim)) };
}
