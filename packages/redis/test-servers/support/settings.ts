import { RESP_TYPES } from 'redis';
import {
  type IoredisSettings,
  type NodeRedisSettings,
  type OpenClient,
  openIoredis,
  openNodeRedis,
} from './clients.js';

/** Settings of an app's client. */
interface Setting {
  readonly name: string;
  readonly open: () => Promise<OpenClient>;
  /** The option for which an inbox refuses the client. */
  readonly refusedFor?: 'commandTimeout' | 'stringNumbers' | 'typeMapping';
}

const ioredis = (options: IoredisSettings): Omit<Setting, 'refusedFor'> => ({
  name: `ioredis ${JSON.stringify(options)}`,
  open: () => openIoredis(undefined, options),
});

const nodeRedis = (name: string, options: NodeRedisSettings): Omit<Setting, 'refusedFor'> => ({
  name: `node-redis ${name}`,
  open: () => openNodeRedis(undefined, options),
});

const { BLOB_STRING, NUMBER, SIMPLE_STRING } = RESP_TYPES;

export const SETTINGS: readonly Setting[] = [
  // Several in one client: none of them needs one of its own.
  ioredis({ protocol: 2, enableAutoPipelining: true, blockingTimeout: 1000 }),
  ioredis({ protocol: 3, replyMapping: 'resp3' }),
  { ...ioredis({ commandTimeout: 3000 }), refusedFor: 'commandTimeout' },
  { ...ioredis({ stringNumbers: true }), refusedFor: 'stringNumbers' },
  nodeRedis('RESP 2, with a timeout', { RESP: 2, commandOptions: { timeout: 60_000 } }),
  nodeRedis('RESP 3', { RESP: 3 }),
  {
    ...nodeRedis('with buffers', {
      commandOptions: { typeMapping: { [BLOB_STRING]: Buffer, [SIMPLE_STRING]: Buffer } },
    }),
    refusedFor: 'typeMapping',
  },
  {
    ...nodeRedis('RESP 3, with numbers as text', {
      RESP: 3,
      commandOptions: { typeMapping: { [NUMBER]: String } },
    }),
    refusedFor: 'typeMapping',
  },
  {
    name: 'node-redis withTypeMapping',
    async open() {
      const { client, close } = await openNodeRedis();
      return { client: client.withTypeMapping({ [BLOB_STRING]: Buffer }), close };
    },
    refusedFor: 'typeMapping',
  },
];
