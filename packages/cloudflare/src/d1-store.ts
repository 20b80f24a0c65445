import type { DedupeStore } from '@screening-webhooks/core';
import {
  checkNames,
  type SqliteTransaction,
  sqliteClaims,
} from '@screening-webhooks/core/store-kit';
import { checkBinding } from './check-binding.js';
import { CLAIMS, createClaims } from './claims-table.js';

/** The part of a D1 database binding, or of a session on one, that is used. */
export interface D1Binding {
  prepare(sql: string): D1BoundStatement;
  batch(statements: D1BoundStatement[]): Promise<readonly { readonly results: unknown }[]>;
}

/** A prepared statement of D1. */
interface D1BoundStatement {
  bind(...values: unknown[]): D1BoundStatement;
}

/** A {@link DedupeStore} on D1. */
export interface D1Store extends DedupeStore {
  /** Creates the table and its index if they do not exist. For tests and first steps; a deployment applies the SQL file. */
  migrate(): Promise<void>;
  /**
   * Deletes rows that have ended, the oldest first and at most `limit` (default 1,000), and says how many are left.
   * Commits delete them too, five at a time: only a database that has fallen behind needs more.
   *
   * @throws TypeError when `limit` is not a whole number of at least 1.
   */
  cleanUp(options?: { readonly limit?: number | undefined }): Promise<{
    /** The number of rows deleted. */
    readonly deleted: number;
    /** Whether rows are left that have ended: the same field as in `cleanUp` of the PostgreSQL store. */
    readonly more: boolean;
    /** Their number. */
    readonly remaining: number;
  }>;
}

/**
 * A {@link DedupeStore} on a D1 database: durable and shared by all isolates. Each operation is one round trip and one
 * transaction, and uses the database's clock. Each commit deletes a few rows that have ended.
 *
 * Create the table with `migrations/0001_screening_claims.sql` of this package, or with `migrate()`.
 *
 * @param options There are none.
 * @throws TypeError when `database` is not a D1 binding, or for an option. A KV namespace is refused, because it cannot hold claims.
 * @example
 * webhook({ secret, dedupe: (c) => d1Store(c.env.DB), handlers });
 */
export function d1Store(
  database: D1Binding,
  options: Readonly<Record<string, never>> = {},
): D1Store {
  // For callers without types who take its options from another store.
  checkNames(options, {}, 'd1Store');
  checkBinding('database', database, {
    kind: 'a D1 database binding',
    methods: ['prepare', 'batch'],
    config: 'd1_databases',
  });

  // D1 takes all statements of a transaction at once: the first call of `body` names them, and the second reads their rows.
  const transaction: SqliteTransaction = async (body) => {
    const statements: D1BoundStatement[] = [];
    body(({ sql, values }) => {
      statements.push(database.prepare(sql).bind(...values));
      return [];
    });
    try {
      const results = [...(await database.batch(statements))];
      return body(() => rowsOf(results.shift()?.results));
    } catch (error) {
      throw isMissingTable(error) ? missingTableError(error) : error;
    }
  };

  return {
    ...sqliteClaims(CLAIMS, transaction, (text) => text),
    async migrate() {
      await transaction((run) => createClaims().map((sql) => run({ sql, values: [] })));
    },
  };
}

function rowsOf(results: unknown): readonly object[] {
  if (!Array.isArray(results)) throw new Error('d1Store: D1 answered without rows.');
  return results;
}

function isMissingTable(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no such table: screening_claims');
}

function missingTableError(cause: unknown): Error {
  return new Error(
    'd1Store: the table screening_claims is missing. Copy migrations/0001_screening_claims.sql from @screening-webhooks/cloudflare into your migrations folder and run `wrangler d1 migrations apply <database>`, with --local for `wrangler dev` and with --remote for the deployed Worker, or call migrate() once.',
    { cause },
  );
}
