import { Redis } from 'ioredis';
import pg from 'pg';
import { CLIENT_TIMEOUT } from '../service-time.mjs';

/** The client of a receiver or a worker: it always reconnects, and its errors do not end the process. */
export function openRedis(port) {
  const client = new Redis(port, '127.0.0.1', {
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
  });
  client.on('error', () => {});
  return client;
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

/** The pool of a receiver or a worker. */
export function openPool(port, max) {
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    max,
    connectionTimeoutMillis: CLIENT_TIMEOUT,
  });
  pool.on('error', () => {});
  return pool;
}
