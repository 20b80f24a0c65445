import type { RedisOptions } from 'ioredis';
import { RESP_TYPES, type RedisClientOptions } from 'redis';
import { type OpenClient, openIoredis, openNodeRedis } from './clients.js';

/** Settings of an app's client: its name, how to open one, and the option that an inbox refuses it for. */
export type Setting = readonly [
  name: string,
  open: () => Promise<OpenClient>,
  refusedFor?: 'commandTimeout' | 'stringNumbers' | 'typeMapping',
];

const ioredis = (options: RedisOptions, refusedFor?: Setting[2]): Setting => [
  `ioredis ${JSON.stringify(options)}`,
  () => openIoredis(undefined, options),
  refusedFor,
];

const nodeRedis = (name: string, options: RedisClientOptions, refusedFor?: Setting[2]): Setting => [
  `node-redis ${name}`,
  () => openNodeRedis(undefined, options),
  refusedFor,
];

const { BLOB_STRING, NUMBER, SIMPLE_STRING } = RESP_TYPES;

export const SETTINGS: readonly Setting[] = [
  // Several in one client: none of them needs one of its own.
  ioredis({ protocol: 2, enableAutoPipelining: true, blockingTimeout: 1000 }),
  ioredis({ protocol: 3, replyMapping: 'resp3' }),
  ioredis({ commandTimeout: 3000 }, 'commandTimeout'),
  ioredis({ stringNumbers: true }, 'stringNumbers'),
  nodeRedis('RESP 2, with a time-out', { RESP: 2, commandOptions: { timeout: 60_000 } }),
  nodeRedis('RESP 3', { RESP: 3 }),
  nodeRedis(
    'with buffers',
    { commandOptions: { typeMapping: { [BLOB_STRING]: Buffer, [SIMPLE_STRING]: Buffer } } },
    'typeMapping',
  ),
  nodeRedis(
    'RESP 3, with numbers as text',
    { RESP: 3, commandOptions: { typeMapping: { [NUMBER]: String } } },
    'typeMapping',
  ),
  [
    'node-redis withTypeMapping',
    async () => {
      const { client, close } = await openNodeRedis();
      return { client: client.withTypeMapping({ [BLOB_STRING]: Buffer }), close };
    },
    'typeMapping',
  ],
];
