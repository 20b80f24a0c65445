import { checkClient, type RedisClient } from '../redis-client.js';

/** A client that BullMQ can duplicate for its blocking reads. */
export type RedisConnection = RedisClient & {
  connect(): unknown;
  disconnect(): unknown;
  duplicate(): unknown;
};

/** @throws TypeError for a client that workers cannot use. The message names the fix. */
export function checkConnection(connection: RedisConnection): RedisConnection {
  checkClient(connection);
  // BullMQ does not route the commands of node-redis to the nodes of a cluster, and waits forever.
  if (!('evalsha' in connection) && !isSingleNodeRedis(connection)) {
    throw new TypeError(
      'connection: BullMQ works with one client of node-redis (createClient), not with its clusters, pools and sentinels. For these, use ioredis: new Cluster([…], { redisOptions: { maxRetriesPerRequest: null } }).',
    );
  }
  if (typeof maxRetriesOf(connection) === 'number') {
    throw new TypeError(
      'connection: a worker must outlast a restart of Redis, and this client gives up. Create it with new Redis({ maxRetriesPerRequest: null }).',
    );
  }
  return connection;
}

// `createClientPool()` has no `duplicate`, `createSentinel()` has no `disconnect`.
function isSingleNodeRedis(connection: object): boolean {
  const has = (name: string): boolean => name in connection;
  return has('isReady') && has('duplicate') && has('disconnect') && !has('masters');
}

/** A cluster has the options of its connections in `redisOptions`. */
function maxRetriesOf(connection: object): unknown {
  const options = propertyOf(connection, 'options');
  return propertyOf(propertyOf(options, 'redisOptions') ?? options, 'maxRetriesPerRequest');
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
