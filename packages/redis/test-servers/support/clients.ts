import { Redis } from 'ioredis';
import { createClient } from 'redis';
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

/** Options of ioredis that an app may set. */
export interface IoredisSettings {
  readonly protocol?: 2 | 3;
  readonly replyMapping?: 'resp3';
  readonly enableAutoPipelining?: true;
  readonly blockingTimeout?: number;
  readonly commandTimeout?: number;
  readonly stringNumbers?: true;
}

/** Options of node-redis that an app may set. */
export interface NodeRedisSettings {
  readonly RESP?: 2 | 3;
  readonly commandOptions?: {
    readonly timeout?: number;
    readonly typeMapping?: Readonly<Record<number, typeof Buffer | typeof String>>;
  };
}

/** A client that is not connected yet. */
export function createIoredis(address?: Address, options: IoredisSettings = {}): Redis {
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
  options?: IoredisSettings,
): Promise<OpenClient<Redis>> {
  const client = createIoredis(address, options);
  await client.connect();
  return {
    client,
    close: async () => client.disconnect(),
  };
}

export async function openNodeRedis(address?: Address, options: NodeRedisSettings = {}) {
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
