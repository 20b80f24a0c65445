import { checkMilliseconds, describeType } from '@screening-webhooks/core/store-kit';
import { isPostgresJs, type PostgresJs } from './current-postgres-js.js';
import { listenOnPg } from './listen-on-pg.js';
import { listenOnPglite } from './listen-on-pglite.js';
import { listenOnPostgresJs } from './listen-on-postgres-js.js';
import type { Listener, ListenRequest } from './listener.js';
import type { PgPool } from './pg-connections.js';
import { isPgPool, pgPoolClient } from './pg-pool.js';
import { isPglite, type Pglite, pgliteClient } from './pglite.js';
import { postgresJsClient } from './postgres-js.js';
import { errorCode } from './server-error.js';
import type { SqlClient, SqlClientSettings, SqlQuery } from './sql-client.js';

/** The supported clients: a `pg` Pool, the `sql` function of `postgres`, a PGlite. `Tx` is the type of their transactions. */
export type PostgresClient<Tx = unknown> = PgPool<Tx> | PostgresJs<Tx> | Pglite<Tx>;

/** How statements are sent. */
export interface SqlClientOptions {
  /** Whether to use named prepared statements. Set it to false behind a PgBouncer that does not track them. Default true. */
  readonly prepare?: boolean | undefined;
  /**
   * Milliseconds that a statement of this package waits for its answer, and before that, for a connection. Then it fails,
   * and its connection is given up: a firewall or a failover may have dropped it without a word. Default 5,000. Twice of it
   * must fit into the receiver's `ackTimeout`, and it into a third of the inbox's `lease`. PGlite needs none.
   */
  readonly timeout?: number | undefined;
}

/**
 * The database of a client. Its `query` runs a statement again that failed because of a concurrent one.
 *
 * @throws TypeError when `client` is not a supported client.
 */
export function createSqlClient<Tx>(
  client: PostgresClient<Tx>,
  options: SqlClientOptions = {},
): SqlClient<Tx> {
  const driver = driverOf(client, settingsOf(options));
  return { ...driver, query: retryConflicts(driver) };
}

function driverOf<Tx>(client: PostgresClient<Tx>, settings: SqlClientSettings): SqlClient<Tx> {
  if (isPgPool(client)) return pgPoolClient(client, settings);
  if (isPostgresJs(client)) return postgresJsClient(client, settings);
  if (isPglite(client)) return pgliteClient(client);
  throw new TypeError(
    `client: expected a Pool of pg, the sql function of postgres, or a PGlite, got ${describeType(client)}.${fixFor(client)}`,
  );
}

/** Starts to listen, and returns at once. A client that cannot listen gets no notifications. */
export function createListener(
  client: PostgresClient,
  request: ListenRequest,
  options: SqlClientOptions,
): Listener {
  const settings = settingsOf(options);
  if (isPgPool(client)) return listenOnPg(client, request, settings);
  if (isPostgresJs(client)) return listenOnPostgresJs(client, request, settings);
  return listenOnPglite(client, request);
}

/** @throws TypeError for a malformed option. */
function settingsOf({ prepare = true, timeout }: SqlClientOptions): SqlClientSettings {
  return { prepare, timeout: checkMilliseconds('timeout', timeout, 5000) };
}

function fixFor(value: unknown): string {
  if (typeof value === 'string') return ' Create the client: new Pool({ connectionString }).';
  if (typeof value !== 'object' || value === null) return '';
  if ('$client' in value) return ' Pass the client that Drizzle was created with: db.$client.';
  if ('selectFrom' in value) return ' Pass the Pool that Kysely was created with.';
  // On a single connection, the transaction of one handler would include the statements of all others.
  if ('query' in value && 'connect' in value) return ' Pass a Pool, not a single Client.';
  return '';
}

const MOST_TRIES = 10;

/**
 * Runs single statements, and runs those again that failed because of a concurrent one: a deadlock, a unique key that was
 * inserted at the same moment, or a serialization failure. After a serialization failure, all statements run in
 * READ COMMITTED transactions: the default of the session is stricter, and could reject them again and again.
 */
function retryConflicts(sql: SqlClient<unknown>): SqlQuery {
  let needsReadCommitted = false;

  const query: SqlQuery = async (text, values, ms) => {
    if (!needsReadCommitted) return sql.query(text, values, ms);
    let rows: Awaited<ReturnType<SqlQuery>> = [];
    await sql.transaction(async (_tx, inTransaction) => {
      await inTransaction('SET TRANSACTION ISOLATION LEVEL READ COMMITTED', []);
      rows = await inTransaction(text, values, ms);
    });
    return rows;
  };

  return async (text, values, ms) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await query(text, values, ms);
      } catch (error) {
        const code = errorCode(error);
        if (!CONFLICTS.has(code) || tries === MOST_TRIES) throw error;
        needsReadCommitted ||= code === SERIALIZATION_FAILURE;
      }
    }
  };
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const CONFLICTS = new Set([SERIALIZATION_FAILURE, DEADLOCK_DETECTED, UNIQUE_VIOLATION]);
