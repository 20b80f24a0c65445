import type { Claim, DedupeStore } from '@screening-webhooks/core';
import { type CleanUpResult, checkNames, cleanUpInSteps } from '@screening-webhooks/core/store-kit';
import { type ClaimRequest, claimBatches, claimFromRow, isRowError } from './claim-batches.js';
import { claimStatements } from './claim-statements.js';
import { explainMissingTable, migrateTable, quotedTable } from './claims-table.js';
import { coalesce } from './coalesce.js';
import {
  createSqlClient,
  type PostgresClient,
  type SqlClientOptions,
} from './sql/create-sql-client.js';
import { retryConflicts } from './sql/retry-conflicts.js';
import { LONG_STATEMENT, type SqlRow, type SqlValue } from './sql/sql-client.js';

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions extends SqlClientOptions {
  /** `name` or `schema.name`. Default `screening_webhook_claims`. */
  readonly table?: string;
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
   * and delays no claim. {@link cleanUpEvery} runs it on a timer. Without it, claims stay correct but the table grows.
   */
  cleanUp(options?: { readonly limit?: number }): Promise<CleanUpResult>;
}

// The plan of a step of this size uses the index however the rows are ordered on disk.
const ROWS_PER_STATEMENT = 1000;

/**
 * A {@link DedupeStore} that survives restarts and is shared by all processes on the database. Each operation is atomic
 * under any concurrency and uses the server's clock. Claims that arrive while another one is in flight are sent as one
 * statement, at most 200 at a time; each gets the answer that it would have had alone. The same holds for commits. An
 * operation without an answer rejects after `timeout`; the delivery is then answered 503.
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
  const query = retryConflicts(sql);
  const statements = claimStatements(quotedTable(table));

  async function run(
    text: string,
    values: readonly SqlValue[],
    ms?: number,
  ): Promise<readonly SqlRow[]> {
    return explainMissingTable(table, query(text, values, ms));
  }

  const batches = claimBatches(run, quotedTable(table));
  const claim = coalesce<ClaimRequest, Claim>({
    async sendOne({ key, owner, ms }) {
      const [row] = await run(statements.claim, [key, owner, ms]);
      return claimFromRow(row, ms);
    },
    sendBatch: batches.claim,
    isCausedByOne: isRowError,
  });
  const commit = coalesce<ClaimRequest, boolean>({
    sendOne: async ({ key, owner, ms }) =>
      (await run(statements.commit, [key, owner, ms])).length > 0,
    sendBatch: batches.commit,
    isCausedByOne: isRowError,
  });

  return {
    claim: (key, owner, ms) => claim({ key, owner, ms }),
    commit: (key, owner, ms) => commit({ key, owner, ms }),
    async extend(key, owner, leaseMs) {
      return (await run(statements.extend, [key, owner, leaseMs])).length > 0;
    },
    async release(key, owner) {
      const [row] = await run(statements.release, [key, owner]);
      return row?.['free'] === true;
    },
    migrate: () => migrateTable(sql, table),
    cleanUp: ({ limit } = {}) =>
      cleanUpInSteps(limit, ROWS_PER_STATEMENT, async (rows) => {
        const [row] = await run(statements.cleanUp, [rows], LONG_STATEMENT);
        return { deleted: Number(row?.['deleted'] ?? 0), more: row?.['more'] === true };
      }),
  };
}
