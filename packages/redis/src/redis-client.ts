/** What the store needs of an ioredis client, `Redis` or `Cluster`. */
export interface IoredisClient {
  readonly status: string;
  evalsha(sha: string, keyCount: number, ...args: string[]): Promise<unknown>;
  eval(script: string, keyCount: number, ...args: string[]): Promise<unknown>;
}

/** What the store needs of a node-redis client: one of `createClient`, `createClientPool`, `createCluster` or `createSentinel`. */
export interface NodeRedisClient {
  readonly isOpen: boolean;
  evalSha(sha: string, options: ScriptArguments): Promise<unknown>;
  eval(script: string, options: ScriptArguments): Promise<unknown>;
}

/** A client of either library. It is passed in and stays yours: nothing here connects or closes it. */
export type RedisClient = IoredisClient | NodeRedisClient;

interface ScriptArguments {
  keys: string[];
  arguments: string[];
}

const CURE =
  'Give a client of ioredis (new Redis(…)) or of node-redis (await createClient(…).connect()).';

export function isIoredis(client: RedisClient): client is IoredisClient {
  return 'evalsha' in client && typeof client.evalsha === 'function';
}

/** @throws TypeError when it is no client, or one that cannot run commands, naming the cure. */
export function checkClient<Client extends RedisClient>(client: Client): Client {
  // The types say that none of this can be; JavaScript callers and `as never` say otherwise.
  const given: unknown = client;
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`client: expected a Redis client, got ${String(given)}. ${CURE}`);
  }
  if (given instanceof Promise) {
    throw new TypeError(`client: got a promise of a client. Await it first. ${CURE}`);
  }
  const ioredis = hasFunctions(given, 'evalsha', 'eval') && 'status' in given;
  const nodeRedis = hasFunctions(given, 'evalSha', 'eval') && 'isOpen' in given;
  if (!ioredis && !nodeRedis) {
    throw new TypeError(
      `client: this is neither an ioredis nor a node-redis client: it cannot run scripts, or it only queues commands (a pipeline, MULTI, legacy mode). ${CURE}`,
    );
  }
  if (isSubscriber(given)) {
    throw new TypeError(
      'client: this connection is in subscriber or monitor mode and takes no other commands. Give another: client.duplicate().',
    );
  }
  return client;
}

function hasFunctions(given: object, ...names: readonly string[]): boolean {
  return names.every((name) => typeof Reflect.get(given, name) === 'function');
}

function isSubscriber(given: object): boolean {
  const mode: unknown = Reflect.get(given, 'mode');
  return (
    mode === 'subscriber' || mode === 'monitor' || Reflect.get(given, 'isPubSubActive') === true
  );
}
