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
