import { type ClientConfig, Pool } from 'pg';
import type { OpenDatabase } from '../connect.js';
import { migratePostgres } from './migrate-postgres.js';
import { Notifications } from './notifications.js';
import { statementsOnPool, transactOnPool } from './run-on-pool.js';
import { Sockets } from './sockets.js';

// A process that hangs in a transaction would block all others. The server ends its session instead.
const settings = [
  'default_transaction_isolation=read\\ committed',
  'idle_in_transaction_session_timeout=10s',
  'statement_timeout=20s',
  'lock_timeout=15s',
];
// Longer than the statement timeout of the server: by then its connection is silent, as after a firewall has dropped it.
const ANSWER_WITHIN_MS = 25_000;
const CONNECT_WITHIN_MS = 5000;
// The connections that an engine uses side by side. A new connection plans each statement again, six times.
const KEPT = 4;

/**
 * Opens a PostgreSQL database that other processes may use as well. Creates or updates its tables.
 *
 * @param url `postgres://…`
 * @param options.connectWithinMs How long a query waits for a connection: for a free one, or for the server. Default 5000.
 * @throws DatabaseError when it cannot be used.
 */
export async function openPostgresDatabase(
  url: string,
  onError: (error: unknown) => void,
  { connectWithinMs = CONNECT_WITHIN_MS } = {},
): Promise<OpenDatabase> {
  const sockets = new Sockets();
  const config: ClientConfig = {
    connectionString: url,
    application_name: 'screening-sandbox',
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    // Notices soon that an idle connection is lost: systems wait for two hours by default.
    keepAliveInitialDelayMillis: 10_000,
  };
  await migratePostgres(config);
  const running: ClientConfig = {
    ...config,
    stream: sockets.create,
    options: settings.map((each) => `-c ${each}`).join(' '),
  };
  const pool = new Pool({ ...running, min: KEPT, max: 16, query_timeout: ANSWER_WITHIN_MS });
  // An idle connection was lost. The next query opens another.
  pool.on('error', onError);
  // A connection that is lost between two queries of a transaction emits this too, and the next query fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  const others = new Notifications(running, pool);
  await others.connect();
  return {
    sql: statementsOnPool(pool),
    transact: transactOnPool(pool),
    others,
    cut: () => sockets.destroy(),
    async close() {
      await others.close();
      await pool.end();
      // Silent connections would wait for the server's goodbye.
      sockets.destroy();
    },
  };
}
