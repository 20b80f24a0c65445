import { checkMilliseconds, describeType } from '@screening-webhooks/core/store-kit';
import { isPgPool, type PgPool, pgPoolClient } from './pg-pool.js';
import { isPglite, type Pglite, pgliteClient } from './pglite.js';
import { isPostgresJs, type PostgresJs, postgresJsClient } from './postgres-js.js';
import type { SqlClient, SqlClientSettings } from './sql-client.js';

/** The supported clients: a `pg` Pool, the `sql` function of `postgres`, a PGlite. `Tx` is the type of their transactions. */
export type PostgresClient<Tx = unknown> = PgPool<Tx> | PostgresJs<Tx> | Pglite<Tx>;

/** How statements are sent. */
export interface SqlClientOptions {
  /** Whether to use named prepared statements. Set it to false behind a PgBouncer that does not track them. Default true. */
  readonly prepare?: boolean;
  /**
   * Milliseconds that a statement of this package waits for its answer, and before that, for a connection. Then it fails,
   * and its connection is given up: a firewall or a failover may have dropped it without a word. Default 5,000. Twice of it
   * must fit into the receiver's `ackTimeout`, and it into a third of the inbox's `lease`. PGlite needs none.
   */
  readonly timeout?: number;
}

/** @throws TypeError for a malformed option. */
export function sqlClientSettings({
  prepare = true,
  timeout,
}: SqlClientOptions): SqlClientSettings {
  return { prepare, timeout: checkMilliseconds('timeout', timeout, 5000) };
}

/** @throws TypeError when `client` is not a supported client. */
export function createSqlClient<Tx>(
  client: PostgresClient<Tx>,
  options: SqlClientOptions = {},
): SqlClient<Tx> {
  const settings = sqlClientSettings(options);
  if (isPgPool(client)) return pgPoolClient(client, settings);
  if (isPostgresJs(client)) return postgresJsClient(client, settings);
  if (isPglite(client)) return pgliteClient(client);
  throw new TypeError(
    `client: expected a Pool of pg, the sql function of postgres, or a PGlite, got ${describeType(client)}.${fixFor(client)}`,
  );
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
