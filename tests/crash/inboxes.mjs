// The inboxes that scenarios run on.
import { mysqlInbox as openMysqlInbox } from '@screening-webhooks/mysql/inbox';
import { postgresInbox as openPostgresInbox } from '@screening-webhooks/postgres/inbox';
import { redisInbox as openRedisInbox } from '@screening-webhooks/redis/inbox';
import { fixture } from '@screening-webhooks/testing';
import { recorder } from './record.mjs';
import { openMysqlPool, openPool, openRedis, withMysqlPool, withPool } from './servers/clients.mjs';
import { CLIENT_TIMEOUT } from './service-time.mjs';
import { smallInbox } from './small-inbox.mjs';

const onError = () => {};

/** `open` returns `{ inbox, close }`. */
export const redisInbox = {
  name: 'redisInbox',
  server: 'redis',
  prepare() {},
  open(port, options) {
    const connection = openRedis(port);
    const inbox = openRedisInbox({ connection, timeout: CLIENT_TIMEOUT, onError, ...options });
    return { inbox, close: () => connection.disconnect() };
  },
};

/** `open` returns `{ inbox, close }`. */
export const postgresInbox = {
  name: 'postgresInbox',
  server: 'postgres',
  prepare: (port) => withPool(port, (pool) => openPostgresInbox(pool).migrate()),
  open(port, options) {
    const pool = openPool(port, 12);
    const inbox = openPostgresInbox(pool, { pollInterval: 50, onError, ...options });
    return { inbox, close: () => pool.end() };
  },
};

/** `open` returns `{ inbox, close }`. */
export const mysqlInbox = {
  name: 'mysqlInbox',
  server: 'mariadb',
  prepare: (port) => withMysqlPool(port, (pool) => openMysqlInbox(pool).migrate()),
  open(port, options) {
    const pool = openMysqlPool(port, 12);
    const inbox = openMysqlInbox(pool, { pollInterval: 50, onError, ...options });
    return { inbox, close: () => pool.end() };
  },
};

/** Includes the inbox of the flawed scenarios, which remove a guard from it: with all guards, it breaks no invariant. */
export const inboxes = [redisInbox, postgresInbox, mysqlInbox, smallInbox()];

/** An event of a line: with `orderBy: 'verificationId'`, the events of a line run one after the other. */
export function eventOf(id, line) {
  return fixture('document_verification.completed', { id, data: { verificationId: line } });
}

/** Stores events, up to `concurrency` at once. One by one, they keep the order of the list. */
export async function storeAll(inbox, events, concurrency = 1) {
  const waiting = events.values();
  const storeNext = async () => {
    for (const event of waiting) {
      await inbox.store(event, { key: `drill:${event.id}`, receivedAt: Date.now() });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, storeNext));
}

/**
 * Starts a worker that records each run of `handle`: its start, its abort and its outcome.
 *
 * @param handle `(event, signal) => outcome`; undefined means `processed`.
 */
export function workAndRecord(inbox, { record: file, name }, handle, options) {
  const record = recorder(file, name);
  return inbox.work(async (event, { signal }) => {
    record('start', event.id);
    signal.addEventListener('abort', () => record('abort', event.id));
    const outcome = (await handle(event, signal)) ?? { kind: 'processed' };
    record(outcome.kind, event.id);
    return outcome;
  }, options);
}
