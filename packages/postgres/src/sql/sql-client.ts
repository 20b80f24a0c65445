import { isPgPool, type PgPool, pgPoolClient } from './pg-pool.js';
import { isPglite, type Pglite, pgliteClient } from './pglite.js';
import { isPostgresJs, type PostgresJs, postgresJsClient } from './postgres-js.js';

/** Runs one statement with `$1`, `$2`, … and resolves with its rows. */
export type SqlQuery = (text: string, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>;

/** What we hand over as a parameter; an object goes into json. */
export type SqlValue = string | number | boolean | null | object;

/** A row as a driver gives it. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A database, whichever driver it is reached by. */
export interface SqlClient<Tx> {
  readonly query: SqlQuery;
  /** Several statements without parameters, or one, in one round trip; the rows of the last. */
  readonly script: (text: string) => Promise<readonly SqlRow[]>;
  /** Commits when `body` resolves, rolls back when it rejects. */
  readonly transaction: (body: (tx: Tx, query: SqlQuery) => Promise<void>) => Promise<void>;
}

/** The clients that we take: a `pg` Pool, the `sql` function of `postgres`, a PGlite. `Tx` is what their transactions are. */
export type PostgresClient<Tx = unknown> = PgPool<Tx> | PostgresJs<Tx> | Pglite<Tx>;

/** How to talk to a client. */
export interface SqlClientOptions {
  /** Whether statements are prepared by name. False behind a PgBouncer that does not track them. Default true. */
  readonly prepare?: boolean;
}

/** @throws TypeError when `client` is none that we know. */
export function sqlClient<Tx>(
  client: PostgresClient<Tx>,
  { prepare = true }: SqlClientOptions = {},
): SqlClient<Tx> {
  if (isPgPool(client)) return pgPoolClient(client, prepare);
  if (isPostgresJs(client)) return postgresJsClient(client, prepare);
  if (isPglite(client)) return pgliteClient(client);
  throw new TypeError(
    `client: expected a Pool of pg, the sql function of postgres, or a PGlite, got ${nameOf(client)}.${cureFor(client)}`,
  );
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const name: unknown = typeof value === 'object' ? value.constructor?.name : undefined;
  return typeof name === 'string' && name !== '' && name !== 'Object'
    ? `a ${name}`
    : `a ${typeof value}`;
}

function cureFor(value: unknown): string {
  if (typeof value === 'string') return ' Create the client: new Pool({ connectionString }).';
  if (typeof value !== 'object' || value === null) return '';
  if ('$client' in value) return ' Give the client that Drizzle was made with: db.$client.';
  if ('selectFrom' in value) return ' Give the Pool that Kysely was made with.';
  // One connection: a transaction of one handler would take in the statements of all others.
  if ('query' in value && 'connect' in value) return ' Give a Pool, not a single Client.';
  return '';
}
