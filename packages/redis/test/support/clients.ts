import { Redis } from 'ioredis';
import { createClient } from 'redis';
import type { RedisConnection } from '../../src/inbox/redis-inbox.js';
import type { RedisClient } from '../../src/index.js';

const PORT = 6379;

/** A connected client of one library, and how a test lets go of it. */
export interface OpenClient<Client extends RedisClient = RedisConnection> {
  readonly client: Client;
  close(): Promise<void>;
}

/** A client of each library, for the server at a port of this machine. */
export const openClients = {
  ioredis: openIoredis,
  'node-redis': openNodeRedis,
} as const;

export async function openIoredis(port: number = PORT): Promise<OpenClient<Redis>> {
  const client = new Redis(port, '127.0.0.1', {
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
    lazyConnect: true,
  });
  // Tests take servers away: what matters is what the store says then.
  client.on('error', () => {});
  await client.connect();
  return {
    client,
    close: async () => client.disconnect(),
  };
}

export async function openNodeRedis(port: number = PORT) {
  const client = createClient({
    socket: { host: '127.0.0.1', port, reconnectStrategy: () => 50 },
  });
  client.on('error', () => {});
  await client.connect();
  return {
    client,
    close: async () => client.destroy(),
  };
}

/** Rejects when no Redis answers. */
export async function pingRedis(): Promise<void> {
  const client = new Redis(PORT, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}

/** Deletes the keys that start so. */
export async function deleteKeys(client: Redis, start: string): Promise<void> {
  for await (const keys of client.scanStream({ match: `${start}*`, count: 1000 })) {
    if (keys.length > 0) await client.unlink(keys);
  }
}
