import type { Claim, DedupeStore } from '@screening-webhooks/core';
import { claimBatches, claimOf, type Hold } from './claim-batches.js';
import { statementsOn } from './claim-statements.js';
import { createTable, quotedTable, withTable } from './claims-table.js';
import { coalesce } from './coalesce.js';
import { isOfOneRow } from './of-one-row.js';
import {
  type PostgresClient,
  type SqlClientOptions,
  type SqlRow,
  type SqlValue,
  sqlClient,
} from './sql/sql-client.js';

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions extends SqlClientOptions {
  /** `name` or `schema.name`. Default `screening_webhook_claims`. */
  readonly table?: string;
}

/** A {@link DedupeStore} in a table of PostgreSQL. */
export interface PostgresStore extends DedupeStore {
  claim(key: string, owner: string, leaseMs: number): Promise<Claim>;
  extend(key: string, owner: string, leaseMs: number): Promise<boolean>;
  commit(key: string, owner: string, retentionMs: number): Promise<boolean>;
  release(key: string, owner: string): Promise<boolean>;
  /** Creates the table and its index where they are missing. Safe to run at every start, by every process. */
  migrate(): Promise<void>;
  /**
   * Deletes what has expired, at most `limit` rows (default 1,000) in one short statement, and resolves with how many. It
   * passes over rows that somebody is using, so that no claim waits for it. Run it every minute or so; claims are right
   * without it, the table only grows.
   */
  cleanUp(options?: { readonly limit?: number }): Promise<number>;
}

/**
 * A {@link DedupeStore} that survives restarts and is shared by every process on the database. Each operation is atomic
 * under any concurrency, by the server's clock. Claims, and commits, that come while one is in flight go as one statement, of
 * at most 200, with the answers that they would have had alone.
 *
 * @throws TypeError when the client is not a `pg` Pool, a `postgres` sql function or a PGlite.
 * @example
 * const store = postgresStore(pool);
 * await store.migrate();
 * const receiver = createReceiver({ secret, handlers, dedupe: store });
 */
export function postgresStore<Tx>(
  client: PostgresClient<Tx>,
  options: PostgresStoreOptions = {},
): PostgresStore {
  const { table } = options;
  const sql = sqlClient(client, options);
  const statements = statementsOn(quotedTable(table));

  async function run(text: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return withTable(table, sql.query(text, values));
  }

  const batches = claimBatches(run, quotedTable(table));
  const claim = coalesce<Hold, Claim>({
    async one({ key, owner, ms }) {
      const [row] = await run(statements.claim, [key, owner, ms]);
      return claimOf(row, ms);
    },
    many: batches.claim,
    isOfOne: isOfOneRow,
  });
  const commit = coalesce<Hold, boolean>({
    one: async ({ key, owner, ms }) => (await run(statements.commit, [key, owner, ms])).length > 0,
    many: batches.commit,
    isOfOne: isOfOneRow,
  });

  return {
    claim: (key, owner, ms) => claim({ key, owner, ms }),
    commit: (key, owner, ms) => commit({ key, owner, ms }),
    async extend(key, owner, leaseMs) {
      return (await run(statements.extend, [key, owner, leaseMs])).length > 0;
    },
    async release(key, owner) {
      return (await run(statements.release, [key, owner])).length > 0;
    },
    migrate: () => createTable(sql, table),
    async cleanUp({ limit = 1000 } = {}) {
      const [row] = await run(statements.cleanUp, [limit]);
      return Number(row?.['deleted'] ?? 0);
    },
  };
}
