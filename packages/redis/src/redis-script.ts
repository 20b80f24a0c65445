import { createHash } from 'node:crypto';
import { isErrorReply, type RedisCommands } from './redis-client.js';

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
  commands: RedisCommands,
  { source, sha }: RedisScript,
  keys: string[],
  args: string[],
): Promise<unknown> {
  try {
    return await commands.evalSha(sha, keys, args);
  } catch (error) {
    if (!isErrorReply(error, 'NOSCRIPT')) throw error;
    return commands.eval(source, keys, args);
  }
}

/** Runs a script whose reply is a list. Its values as text. */
export async function runListScript(
  commands: RedisCommands,
  script: RedisScript,
  keys: string[],
  args: string[],
): Promise<readonly string[]> {
  const reply = await runScript(commands, script, keys, args);
  return Array.isArray(reply) ? reply.map(String) : [];
}

/** The values of a list, two by two. */
export function pairsOf(values: readonly string[]): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < values.length; index += 2) {
    pairs.push([values[index] ?? '', values[index + 1] ?? '']);
  }
  return pairs;
}
