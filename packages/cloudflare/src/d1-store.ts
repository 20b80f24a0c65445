import type { DedupeStore } from '@screening-webhooks/core';
import { checkBinding } from './check-binding.js';
import {
  commitStatement,
  createTable,
  extendStatement,
  holderStatement,
  releaseStatement,
  type Statement,
  sweepStatement,
  takeStatement,
} from './claim-statements.js';
import { type Row, readClaim } from './read-claim.js';

/** What is used of a D1 database binding, or of a session on one. */
export interface D1Binding {
  prepare(sql: string): D1BoundStatement;
  batch(statements: D1BoundStatement[]): Promise<readonly { readonly results: unknown }[]>;
}

/** A prepared statement of D1. */
export interface D1BoundStatement {
  bind(...values: unknown[]): D1BoundStatement;
}

/** A {@link DedupeStore} on D1. */
export interface D1Store extends DedupeStore {
  /** Creates the table and its index if they are not there. For tests and first steps: a deployment applies the SQL file. */
  migrate(): Promise<void>;
}

// Each event adds one row and takes away up to five that have ended: no schedule is needed, and no statement is long.
const SWEPT_PER_COMMIT = 5;

/**
 * A {@link DedupeStore} on a D1 database: durable and shared by all isolates. Each operation is one round trip and one
 * transaction, judged by the database's clock. Rows that have ended are deleted a few at a time, with each commit.
 *
 * The table comes from `migrations/0001_screening_claims.sql` of this package, or from `migrate()`.
 *
 * @throws TypeError when `database` is no D1 binding. A KV namespace is refused: it cannot hold claims.
 * @example
 * webhook({ secret, dedupe: (c) => d1Store(c.env.DB), handlers });
 */
export function d1Store(database: D1Binding): D1Store {
  checkBinding('database', database, {
    kind: 'a D1 database binding',
    methods: ['prepare', 'batch'],
    config: 'd1_databases',
  });

  async function run(...statements: readonly Statement[]): Promise<readonly (readonly Row[])[]> {
    const bound = statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
    try {
      return (await database.batch(bound)).map(({ results }) => rowsOf(results));
    } catch (error) {
      throw isMissingTable(error) ? missingTable(error) : error;
    }
  }

  async function changed(...statements: readonly Statement[]): Promise<boolean> {
    const [rows = []] = await run(...statements);
    return rows.length > 0;
  }

  return {
    async claim(key, owner, leaseMs) {
      const [taken = [], holders = []] = await run(
        takeStatement(key, owner, leaseMs),
        holderStatement(key),
      );
      return readClaim(taken, holders[0]);
    },
    extend: (key, owner, leaseMs) => changed(extendStatement(key, owner, leaseMs)),
    commit: (key, owner, retentionMs) =>
      changed(commitStatement(key, owner, retentionMs), sweepStatement(SWEPT_PER_COMMIT)),
    release: (key, owner) => changed(releaseStatement(key, owner)),
    async migrate() {
      await run(...createTable.map((sql) => ({ sql, values: [] })));
    },
  };
}

function rowsOf(results: unknown): readonly Row[] {
  if (!Array.isArray(results)) throw new Error('d1Store: D1 answered without rows.');
  return results;
}

function isMissingTable(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no such table: screening_claims');
}

function missingTable(cause: unknown): Error {
  return new Error(
    'd1Store: the table screening_claims is missing. Copy migrations/0001_screening_claims.sql from @screening-webhooks/cloudflare into your migrations folder and run `wrangler d1 migrations apply`, or call migrate() once.',
    { cause },
  );
}
