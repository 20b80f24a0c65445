import {
  CLAIMS_TABLE,
  checkNames,
  createSqliteClaims,
  keyText,
  type SqliteClaims,
  sqliteClaims,
  tableParts,
} from '@screening-webhooks/core/store-kit';
import { sha256 } from './database/sha256.js';
import { sqliteClient } from './database/sqlite-client.js';
import type { SqliteDatabase } from './database/sqlite-database.js';

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** `name` or `schema.name`. Default `screening_webhook_claims`. */
  readonly table?: string | undefined;
}

/** A `DedupeStore` in a table of SQLite. Each commit deletes up to five rows that have ended. */
export interface SqliteStore extends SqliteClaims {
  /** Creates the table if it is missing. Run it at every start of every process. */
  migrate(): Promise<void>;
}

/**
 * A `DedupeStore` that survives restarts and is shared by all processes on this machine that open the file. Each operation
 * is one transaction of its own, and uses the machine's clock. For a lock it waits on a timer, two seconds at most: then it
 * rejects, and the delivery is answered 503.
 *
 * @throws TypeError when `database` is not a synchronous database of SQLite, or an option is malformed. The message names the fix.
 * @example
 * const store = sqliteStore(new DatabaseSync('screening.db'));
 * await store.migrate();
 * const receiver = createReceiver({ secret, handlers, dedupe: store });
 */
export function sqliteStore(
  database: SqliteDatabase,
  options: SqliteStoreOptions = {},
): SqliteStore {
  checkNames(options, { table: true }, 'sqliteStore');
  const table = quotedTable(options.table);
  const missing = missingTable(options.table);
  const { write } = sqliteClient(database, { isDurable: false, missing });
  return {
    ...sqliteClaims(table, write, bound),
    async migrate() {
      const parts = tableParts(options.table);
      const index = `"${parts.at(-1)}_ends_at"`;
      const schema = parts.length > 1 ? `"${parts[0]}".` : '';
      const creations = createSqliteClaims(`"${parts.at(-1)}"`, index, schema);
      await write(() => {
        for (const sql of creations) database.exec(sql);
      });
    },
  };
}

/** The table's name as quoted SQL. @throws TypeError when it is not `name` or `schema.name`. */
export function quotedTable(table?: string): string {
  return tableParts(table)
    .map((part) => `"${part}"`)
    .join('.');
}

/** The cure when the table is missing. */
export function missingTable(table: string = CLAIMS_TABLE): string {
  return `The table ${table} is missing. Run \`await store.migrate()\` once.`;
}

/**
 * A key or an owner as it is bound. Not as bytes: libsql takes bytes that are the only value for named parameters. As text, it cuts
 * one off at U+0000, which is escaped here. A long one is a hash.
 */
export const bound = (text: string): string => keyText(text, sha256);
