import type { Claim, DedupeStore } from '@screening-webhooks/core';
import {
  type Changed,
  type CleanUpResult,
  checkMilliseconds,
  checkNames,
  cleanUpInSteps,
} from '@screening-webhooks/core/store-kit';
import {
  claimStatements,
  codes,
  explainMissingTable,
  migrateTable,
  quotedTable,
  released,
} from './claim-statements.js';
import { changeRowsBy, LONG_STATEMENT, MOST_ROWS } from './sql/change-rows.js';
import type { MysqlPool } from './sql/mysql-pool.js';
import { type SqlClient, type SqlQuery, type SqlResult, sqlClient } from './sql/sql-client.js';

/** Options of {@link mysqlStore}. */
export interface MysqlStoreOptions {
  /** `name` or `schema.name`. Default `screening_webhook_claims`. */
  readonly table?: string | undefined;
  /**
   * Milliseconds that an operation waits for its answer, and before that, for a connection. Then it rejects, and its connection is
   * destroyed: a firewall or a failover may have dropped it without a word. Default 5,000. Twice of it must fit into the
   * receiver's `ackTimeout`.
   */
  readonly timeout?: number | undefined;
}

/** A {@link DedupeStore} in a table of MySQL or MariaDB. */
export interface MysqlStore extends DedupeStore {
  claim(key: string, owner: string, leaseMs: number): Promise<Claim>;
  extend(key: string, owner: string, leaseMs: number): Promise<boolean>;
  commit(key: string, owner: string, retentionMs: number): Promise<boolean>;
  release(key: string, owner: string): Promise<boolean>;
  /**
   * Creates the table if it is missing. Run it at every start of every process: with nothing to do, it is one SELECT, takes no
   * lock and needs no privilege to create. It runs outside transactions, because MySQL commits before it creates a table.
   */
  migrate(): Promise<void>;
  /**
   * Deletes expired rows, at most `limit` (default 1,000), in statements of at most 500 rows. It locks no row that is not
   * expired, and a row that is locked or refused keeps no other. {@link cleanUpEvery} runs it on a timer. Without it,
   * claims stay correct but the table grows.
   */
  cleanUp(options?: { readonly limit?: number | undefined }): Promise<CleanUpResult>;
}

/**
 * A {@link DedupeStore} that survives restarts and is shared by all processes on the database. Each operation is one statement,
 * atomic under any concurrency and at any isolation level, and uses the server's clock. A statement that a deadlock or a lock has
 * failed is run again. An operation without an answer rejects after `timeout`; the delivery is then answered 503.
 *
 * @throws TypeError when the client is not a pool of `mysql2`, or an option is malformed.
 * @example
 * const store = mysqlStore(createPool({ uri, connectionLimit: 10 }));
 * await store.migrate();
 * const receiver = createReceiver({ secret, handlers, dedupe: store });
 */
export function mysqlStore<Tx>(client: MysqlPool<Tx>, options: MysqlStoreOptions = {}): MysqlStore {
  checkNames(options, { table: true, timeout: true }, 'mysqlStore');
  const { table } = options;
  const sql = sqlClient(client, checkMilliseconds('timeout', options.timeout, 5000));
  const statements = claimStatements(quotedTable(table));

  const run: SqlQuery = (text, ms) => explainMissingTable(table, sql.query(text, ms));
  const transaction: SqlClient<unknown>['transaction'] = (body, ms) =>
    explainMissingTable(table, sql.transaction(body, ms));

  function deleteExpired(keys: readonly string[]): Promise<Changed> {
    const expired = { select: statements.selectExpired, keysOf };
    return changeRowsBy({ query: run, transaction }, keys, expired, statements.deleteRows);
  }

  return {
    async claim(key, owner, leaseMs) {
      const { code } = await run(statements.claim(key, owner, leaseMs));
      if (code === codes.acquired) return 'acquired';
      if (code === codes.done) return 'done';
      if (code > codes.done) return { busyForMs: code - codes.done };
      throw new Error('mysqlStore: the server has answered a claim without the id that it sets.');
    },
    async extend(key, owner, leaseMs) {
      return (await run(statements.extend(key, owner, leaseMs))).code > 0;
    },
    async commit(key, owner, retentionMs) {
      return (await run(statements.commit(key, owner, retentionMs))).code > 0;
    },
    async release(key, owner) {
      return (await run(statements.release(key, owner))).code !== released.taken;
    },
    migrate: () => migrateTable(sql, table),
    cleanUp({ limit } = {}) {
      // Rows that were not deleted are the first ones again.
      let skipped = 0;
      const failures: unknown[] = [];
      return cleanUpInSteps(limit, MOST_ROWS, async (rows) => {
        let deleted: Changed;
        let more: boolean;
        do {
          const found = keysOf(await run(statements.findExpired(rows, skipped), LONG_STATEMENT));
          const some = found.slice(0, rows);
          more = found.length > rows;
          deleted = await deleteExpired(some);
          skipped += some.length - deleted.count;
          failures.push(...deleted.failures);
        } while (more && deleted.count === 0);
        return { deleted: deleted.count, more, ...(failures.length > 0 && { failures }) };
      });
    },
  };
}

function keysOf({ rows }: SqlResult): readonly string[] {
  return rows.map((row) => String(row['claim_key']));
}
