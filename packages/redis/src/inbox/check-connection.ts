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
  const option = (name: string): unknown => optionOf(connection, name);
  if (typeof option('maxRetriesPerRequest') === 'number') {
    throw new TypeError(
      'connection: a worker must outlast a restart of Redis, and this client gives up. Create it with new Redis({ maxRetriesPerRequest: null }).',
    );
  }
  if (typeof option('commandTimeout') === 'number') {
    throw new TypeError(
      'connection: a worker waits for events in a command of several seconds, and commandTimeout ends it, so that stored events are not run. Give the inbox a client of its own without commandTimeout.',
    );
  }
  if (option('stringNumbers') === true) {
    throw new TypeError(
      'connection: BullMQ takes numbers for job ids when they come as text. Give the inbox a client of its own without stringNumbers.',
    );
  }
  if (mapsTypes(connection)) {
    throw new TypeError(
      'connection: BullMQ does not read replies whose types are mapped. Give the inbox a client of its own without typeMapping.',
    );
  }
  return connection;
}

// `createClientPool()` has no `duplicate`, `createSentinel()` has no `disconnect`.
function isSingleNodeRedis(connection: object): boolean {
  const has = (name: string): boolean => name in connection;
  return has('isReady') && has('duplicate') && has('disconnect') && !has('masters');
}

/** An option of ioredis. A cluster has those of its connections in `redisOptions`. */
function optionOf(connection: object, name: string): unknown {
  const options = propertyOf(connection, 'options');
  return propertyOf(propertyOf(options, 'redisOptions') ?? options, name);
}

/** Whether node-redis maps types, by its options or by `withTypeMapping`. Both are in a field that it does not document. */
function mapsTypes(connection: object): boolean {
  const given = propertyOf(propertyOf(connection, 'options'), 'commandOptions');
  return [given, propertyOf(connection, '_commandOptions')].some(
    (options) => Object.keys(Object(propertyOf(options, 'typeMapping'))).length > 0,
  );
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
