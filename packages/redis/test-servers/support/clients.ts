import { Redis, type RedisOptions } from 'ioredis';
import { createClient, type RedisClientOptions } from 'redis';
import type { RedisConnection } from '../../src/inbox/check-connection.js';
import type { RedisClient } from '../../src/index.js';

const PORT = 6379;
const RECONNECT_DELAY = 20;

/** A connected client of one library, and how a test closes it. */
export interface OpenClient<Client extends RedisClient = RedisConnection> {
  readonly client: Client;
  close(): Promise<void>;
}

/** Opens a client of each library: to the server at an address, or to the local server on the default port. */
export const openClients = {
  ioredis: openIoredis,
  'node-redis': openNodeRedis,
} as const;

/** A Unix socket, a port of this machine, or the default port. */
type Address = string | number | undefined;

/** A client that is not connected yet. */
export function createIoredis(address?: Address, options: RedisOptions = {}): Redis {
  const client = new Redis({
    ...(typeof address === 'string'
      ? { path: address }
      : { host: '127.0.0.1', port: address ?? PORT }),
    maxRetriesPerRequest: null,
    retryStrategy: () => RECONNECT_DELAY,
    lazyConnect: true,
    ...options,
  });
  // Tests stop servers. They assert what the store and the inbox do then, not what the client emits.
  client.on('error', () => {});
  return client;
}

export async function openIoredis(
  address?: Address,
  options?: RedisOptions,
): Promise<OpenClient<Redis>> {
  const client = createIoredis(address, options);
  await client.connect();
  return {
    client,
    close: async () => client.disconnect(),
  };
}

export async function openNodeRedis(address?: Address, options: RedisClientOptions = {}) {
  const reconnectStrategy = () => RECONNECT_DELAY;
  const client = createClient({
    socket:
      typeof address === 'string'
        ? { path: address, tls: false, reconnectStrategy }
        : { host: '127.0.0.1', port: address ?? PORT, reconnectStrategy },
    ...options,
  });
  client.on('error', () => {});
  await client.connect();
  return {
    client,
    close: async () => client.destroy(),
  };
}

/** Deletes the keys with this prefix. */
export async function deleteKeys(client: Redis, prefix: string): Promise<void> {
  for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1000 })) {
    if (keys.length > 0) await client.unlink(keys);
  }
}
