import { NoAnswerError, within } from '@screening-webhooks/core/store-kit';
import type { RedisClient } from './redis-client.js';

/** Milliseconds that a new connection has for its first answer. */
const FIRST_ANSWER = 5000;

/** Waits for Redis, and ends the silence of a client. */
export interface AnswerLimit {
  /**
   * Settles as `work` does, or rejects with a `NoAnswerError` after `ms` milliseconds. If Redis then answers a new connection,
   * and still nothing on that of the client, a firewall or a failover has dropped it without a word: the client connects again,
   * of an ioredis cluster each node that answers. ioredis then sends again what has no answer; node-redis rejects it.
   */
  within<T>(work: Promise<T>, ms: number, onFailure?: () => void): Promise<T>;
  /** Whether the client believes that it is connected. Otherwise it connects again by itself. */
  isConnected(): boolean;
}

const limits = new WeakMap<object, AnswerLimit>();

/** The limit of a client: all its users share one. */
export function answerLimit(client: RedisClient): AnswerLimit {
  const known = limits.get(client);
  if (known) return known;
  let connectedAt = -Infinity;
  let isAsking = false;
  const isConnected = (): boolean => isReady(client);

  async function revive(work: Promise<unknown>, sentAt: number): Promise<void> {
    // Work that was sent before may be without an answer for the same reason.
    if (isAsking || sentAt < connectedAt || !isConnected()) return;
    let isAnswered = false;
    const onAnswer = (): void => {
      isAnswered = true;
    };
    work.then(onAnswer, onAnswer);
    isAsking = true;
    try {
      await Promise.all(
        connectionsOf(client).map(async (each) => {
          if (!isReady(each)) return;
          // A work of several commands may be answered in part.
          let isAlive = false;
          const onPong = (): void => {
            isAlive = true;
          };
          ping(each)?.then(onPong, () => {});
          if (!(await answersAnew(each)) || isAnswered || isAlive || !isReady(each)) return;
          connectedAt = performance.now();
          connectAgain(each);
        }),
      );
    } finally {
      isAsking = false;
    }
  }

  const limit: AnswerLimit = {
    isConnected,
    within(work, ms, onFailure) {
      const sentAt = performance.now();
      return within(work, ms, 'Redis', (error) => {
        if (error instanceof NoAnswerError) void revive(work, sentAt);
        onFailure?.();
      });
    },
  };
  limits.set(client, limit);
  return limit;
}

/**
 * The connections that can be opened again by themselves: the nodes of an ioredis cluster, any other client as a whole. A cluster
 * that is told to disconnect while it learns of a node never connects again (ioredis 6), and another node may answer where one is
 * down.
 */
function connectionsOf(client: object): readonly object[] {
  const nodes = 'status' in client ? call(client, 'nodes', 'all') : undefined;
  return Array.isArray(nodes) ? nodes : [client];
}

function isReady(client: object): boolean {
  if ('status' in client) return client.status === 'ready';
  // A cluster of node-redis has no such property.
  const ready: unknown = Reflect.get(client, 'isReady');
  return typeof ready === 'boolean' ? ready : Reflect.get(client, 'isOpen') === true;
}

/** Whether Redis answers on a connection of its own. False also for a client that could not connect again. */
async function answersAnew(client: object): Promise<boolean> {
  // A pool of node-redis has no `duplicate`. A sentinel has no `disconnect`, and is closed for a while by its `destroy`.
  if (!('duplicate' in client && 'disconnect' in client)) return false;
  let other: object | undefined;
  try {
    const duplicate = call(client, 'duplicate');
    if (typeof duplicate !== 'object' || duplicate === null) return false;
    other = duplicate;
    call(duplicate, 'on', 'error', () => {});
    await within(firstAnswer(duplicate), FIRST_ANSWER, 'Redis');
    return true;
  } catch {
    return false;
  } finally {
    if (other) close(other);
  }
}

async function firstAnswer(client: object): Promise<void> {
  if ('status' in client) {
    // ioredis connects by itself, unless it was told to wait.
    const ready = new Promise<void>((resolve) => {
      call(client, 'once', 'ready', () => resolve());
    });
    if (client.status === 'wait') await call(client, 'connect');
    await ready;
  } else {
    await call(client, 'connect');
  }
  await ping(client);
}

/** Undefined for a client that has no connection of its own. */
function ping(client: object): Promise<unknown> | undefined {
  return 'ping' in client ? Promise.resolve(call(client, 'ping')) : undefined;
}

function connectAgain(client: object): void {
  if ('evalsha' in client) {
    // With `true`, it connects again as after a broken connection.
    call(client, 'disconnect', true);
    return;
  }
  close(client);
  // It tells its failures to its listeners.
  Promise.resolve(call(client, 'connect')).catch(() => {});
}

function close(client: object): void {
  // node-redis 4 has no `destroy`.
  const closing = call(client, 'destroy' in client ? 'destroy' : 'disconnect');
  Promise.resolve(closing).catch(() => {});
}

/** Undefined when the method is missing. */
function call(target: object, name: string, ...args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(target, name);
  return typeof method === 'function' ? Reflect.apply(method, target, args) : undefined;
}
