import { Cluster, Redis } from 'ioredis';
import { createPool } from 'mysql2/promise';
import pg from 'pg';
import postgres from 'postgres';
import { createClient } from 'redis';
import { CLIENT_TIMEOUT } from '../service-time.mjs';

/** The database of the drills on MariaDB. Not in the file of the server: what runs in a drill must not end by its signals. */
export const DATABASE = 'crash';

/** The client of a receiver or a worker: it always reconnects, and its errors do not end the process. */
export function openRedis(port) {
  const client = new Redis(port, '127.0.0.1', {
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
  });
  client.on('error', () => {});
  return client;
}

/** The same for a cluster, of which it must know one port that answers. */
export function openCluster(ports) {
  const client = new Cluster(
    ports.map((port) => ({ host: '127.0.0.1', port })),
    {
      clusterRetryStrategy: () => 50,
      redisOptions: { maxRetriesPerRequest: null, retryStrategy: () => 50 },
      retryDelayOnFailover: 50,
      retryDelayOnClusterDown: 50,
    },
  );
  client.on('error', () => {});
  return client;
}

/** The same with node-redis. */
export async function openNodeRedis(port) {
  const client = createClient({ socket: { host: '127.0.0.1', port, reconnectStrategy: () => 50 } });
  client.on('error', () => {});
  return client.connect();
}

/** Runs queries of the driver. */
export async function withPool(port, work) {
  const pool = openPool(port, 1);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/**
 * The pool of a receiver or a worker.
 *
 * @param timeout Milliseconds for a connection. Short, where a drill takes servers away.
 */
export function openPool(port, max, timeout = CLIENT_TIMEOUT) {
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    max,
    connectionTimeoutMillis: timeout,
  });
  pool.on('error', () => {});
  return pool;
}

/** The `sql` function of `postgres`, with its options. */
export function openPostgresJs(port, options = {}) {
  return postgres({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    connect_timeout: CLIENT_TIMEOUT / 1000,
    backoff: () => 0.05,
    onnotice: () => {},
    ...options,
  });
}

/** The pool of a receiver or a worker on MariaDB. */
export function openMysqlPool(port, connectionLimit) {
  return createPool({
    host: '127.0.0.1',
    port,
    user: 'root',
    database: DATABASE,
    connectionLimit,
    connectTimeout: CLIENT_TIMEOUT,
  });
}

/** Runs queries of the driver. */
export async function withMysqlPool(port, work) {
  const pool = openMysqlPool(port, 1);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
