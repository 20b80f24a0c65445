import { Redis } from 'ioredis';
import pg from 'pg';
import { CLIENT_TIMEOUT } from '../service-time.mjs';

/** A client as a receiver or a worker has it: it reconnects for ever, and its errors end nothing. */
export function openRedis(port) {
  const client = new Redis(port, '127.0.0.1', {
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
  });
  client.on('error', () => {});
  return client;
}

/** Looks something up, as the driver. */
export async function withPool(port, work) {
  const pool = openPool(port, 1);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** A pool as a receiver or a worker has it. */
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
