/** The part of an ioredis client (`Redis` or `Cluster`) that this package uses. */
interface IoredisClient {
  readonly status: string;
  set(
    key: string,
    value: string,
    expiry: 'PX',
    milliseconds: number,
    condition: 'NX',
  ): Promise<unknown>;
  evalsha(sha: string, keyCount: number, ...args: string[]): Promise<unknown>;
  eval(script: string, keyCount: number, ...args: string[]): Promise<unknown>;
}

/**
 * The part of a node-redis client that this package uses. `createClient`, `createClientPool`, `createCluster` and
 * `createSentinel` return one.
 */
interface NodeRedisClient {
  readonly isOpen: boolean;
  set(
    key: string,
    value: string,
    options: { readonly NX: true; readonly PX: number },
  ): Promise<unknown>;
  evalSha(sha: string, options: ScriptArguments): Promise<unknown>;
  eval(script: string, options: ScriptArguments): Promise<unknown>;
}

/** A client of ioredis or node-redis. The caller connects it and closes it. */
export type RedisClient = IoredisClient | NodeRedisClient;

interface ScriptArguments {
  keys: string[];
  arguments: string[];
}

const FIX =
  'Give a client of ioredis (new Redis(…)) or of node-redis (await createClient(…).connect()).';

/** The commands that this package sends, the same for both libraries. */
export interface RedisCommands {
  /** `SET key value PX milliseconds NX`. Resolves with `OK` when the key did not exist. */
  setIfAbsent(key: string, value: string, milliseconds: number): Promise<unknown>;
  evalSha(sha: string, keys: string[], args: string[]): Promise<unknown>;
  eval(script: string, keys: string[], args: string[]): Promise<unknown>;
}

/** Chosen once for a client: looking for a method on each call takes a noticeable part of an operation. */
export function redisCommands(client: RedisClient): RedisCommands {
  if ('evalsha' in client) {
    return {
      setIfAbsent: (key, value, milliseconds) => client.set(key, value, 'PX', milliseconds, 'NX'),
      evalSha: (sha, keys, args) => client.evalsha(sha, keys.length, ...keys, ...args),
      eval: (script, keys, args) => client.eval(script, keys.length, ...keys, ...args),
    };
  }
  return {
    setIfAbsent: (key, value, milliseconds) =>
      client.set(key, value, { NX: true, PX: milliseconds }),
    evalSha: (sha, keys, args) => client.evalSha(sha, { keys, arguments: args }),
    eval: (script, keys, args) => client.eval(script, { keys, arguments: args }),
  };
}

// node-redis rejects the commands that wait for a reply when their connection breaks. ioredis sends them again itself.
const RESENDS = 2;

/**
 * Sends again when the connection broke before the reply came. Only for operations that may run twice: whether the server
 * has run the first one is not known.
 */
export async function sendAgain<T>(send: () => Promise<T>): Promise<T> {
  for (let resends = 0; ; resends += 1) {
    try {
      return await send();
    } catch (error) {
      if (resends === RESENDS || isErrorReply(error)) throw error;
    }
  }
}

/** Whether the server has answered, with an error. Its errors begin with a code in capitals: `OOM command not allowed …`. */
export function isErrorReply(error: unknown, code = '[A-Z]{2,}'): boolean {
  return error instanceof Error && new RegExp(`^${code} `).test(error.message);
}

/** @throws TypeError when the value is not a Redis client, or cannot run commands. The message names the fix. */
export function checkClient<Client extends RedisClient>(client: Client): Client {
  // The types rule these out, but JavaScript callers do not have them.
  const given: unknown = client;
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`client: expected a Redis client, got ${String(given)}. ${FIX}`);
  }
  if (given instanceof Promise) {
    throw new TypeError(`client: got a promise of a client. Await it first. ${FIX}`);
  }
  const ioredis = hasFunctions(given, 'evalsha', 'eval', 'set') && 'status' in given;
  const nodeRedis = hasFunctions(given, 'evalSha', 'eval', 'set') && 'isOpen' in given;
  if (!ioredis && !nodeRedis) {
    throw new TypeError(
      `client: this is neither an ioredis nor a node-redis client: it cannot run scripts, or it only queues commands (a pipeline, MULTI, legacy mode). ${FIX}`,
    );
  }
  if (isSubscriber(given)) {
    throw new TypeError(
      'client: this connection is in subscriber or monitor mode and accepts no other commands. Give another client: client.duplicate().',
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
