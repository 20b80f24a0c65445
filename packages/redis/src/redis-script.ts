import { createHash } from 'node:crypto';
import { isIoredis, type RedisClient } from './redis-client.js';

/** A Lua script. The server runs it in one round trip, and runs no other command between its commands. */
export interface RedisScript {
  readonly source: string;
  readonly sha: string;
}

export function redisScript(source: string): RedisScript {
  return { source, sha: createHash('sha1').update(source).digest('hex') };
}

/**
 * Runs a script by its digest. Sends its source if the server does not know it: on first use, and after a restart or a
 * failover.
 */
export async function runScript(
  client: RedisClient,
  { source, sha }: RedisScript,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  try {
    return isIoredis(client)
      ? await client.evalsha(sha, keys.length, ...keys, ...args)
      : await client.evalSha(sha, { keys: [...keys], arguments: [...args] });
  } catch (error) {
    if (!isUnknownScript(error)) throw error;
    return isIoredis(client)
      ? client.eval(source, keys.length, ...keys, ...args)
      : client.eval(source, { keys: [...keys], arguments: [...args] });
  }
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}
