import type { Claim, DedupeStore } from '@screening-webhooks/core';
import { createTable, quotedTable, withTable } from './claims-table.js';
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
 * A {@link DedupeStore} that survives restarts and is shared by every process on the database. Each operation is one
 * statement, atomic under any concurrency, by the server's clock.
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

  return {
    async claim(key, owner, leaseMs) {
      const [row] = await run(statements.claim, [key, owner, leaseMs]);
      // No row: another took it while this statement ran, too late for us to see how long it has.
      if (!row) return { busyForMs: leaseMs };
      if (row['acquired']) return 'acquired';
      if (row['done']) return 'done';
      return { busyForMs: Math.max(1, Number(row['busy_ms'])) };
    },
    async extend(key, owner, leaseMs) {
      return (await run(statements.extend, [key, owner, leaseMs])).length > 0;
    },
    async commit(key, owner, retentionMs) {
      return (await run(statements.commit, [key, owner, retentionMs])).length > 0;
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

const FROM_NOW = "clock_timestamp() + $3::float8 * interval '1 millisecond'";

// clock_timestamp(), not now(): a statement that waits for a lock must judge a lease by when it goes on, not by when it came.
function statementsOn(table: string) {
  return {
    // Only one INSERT or UPDATE of a row goes through; who comes second looks at the row that the first has left.
    claim: `
      WITH claimed AS (
        INSERT INTO ${table} AS held (key, owner, done, expires_at)
        VALUES ($1, $2, false, ${FROM_NOW})
        ON CONFLICT (key) DO UPDATE
          SET owner = excluded.owner, done = false, expires_at = excluded.expires_at
          WHERE held.expires_at <= clock_timestamp()
        RETURNING true
      )
      SELECT true AS acquired, false AS done, 0::float8 AS busy_ms FROM claimed
      UNION ALL
      SELECT false, done, 1000 * extract(epoch FROM expires_at - clock_timestamp())::float8
      FROM ${table}
      WHERE key = $1 AND expires_at > clock_timestamp() AND NOT EXISTS (SELECT FROM claimed)`,
    extend: `
      UPDATE ${table} SET expires_at = ${FROM_NOW}
      WHERE key = $1 AND owner = $2 AND NOT done AND expires_at > clock_timestamp()
      RETURNING true`,
    // Of the same owner again: the answer to the first was lost on the way, and it is done all the same.
    commit: `
      UPDATE ${table} SET done = true, expires_at = ${FROM_NOW}
      WHERE key = $1 AND owner = $2 AND expires_at > clock_timestamp()
      RETURNING true`,
    release: `
      DELETE FROM ${table}
      WHERE key = $1 AND owner = $2 AND NOT done AND expires_at > clock_timestamp()
      RETURNING true`,
    // now(), which an index can be searched by.
    cleanUp: `
      WITH expired AS (
        SELECT key FROM ${table} WHERE expires_at <= now()
        ORDER BY expires_at LIMIT $1::int FOR UPDATE SKIP LOCKED
      ), deleted AS (
        DELETE FROM ${table} AS held USING expired WHERE held.key = expired.key RETURNING true
      )
      SELECT count(*)::int AS deleted FROM deleted`,
  };
}
