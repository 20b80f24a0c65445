import {
  type PostgresClient,
  type SqlClientOptions,
  sqlClientSettings,
} from './create-sql-client.js';
import { listenOnPg } from './listen-on-pg.js';
import { listenOnPglite } from './listen-on-pglite.js';
import { listenOnPostgresJs } from './listen-on-postgres-js.js';
import type { Listener, ListenRequest } from './listener.js';
import { isPgPool } from './pg-pool.js';
import { isPglite } from './pglite.js';
import { isPostgresJs } from './postgres-js.js';

/** Starts to listen, and returns at once. A client that cannot listen gets no notifications. */
export function createListener(
  client: PostgresClient<unknown>,
  request: ListenRequest,
  options: SqlClientOptions = {},
): Listener {
  const settings = sqlClientSettings(options);
  if (isPgPool(client)) return listenOnPg(client, request, settings);
  if (isPostgresJs(client)) return listenOnPostgresJs(client, request, settings);
  if (isPglite(client)) return listenOnPglite(client, request);
  throw new TypeError('client: expected a Pool of pg, the sql function of postgres, or a PGlite.');
}
