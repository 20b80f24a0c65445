import { NoAnswerError } from '@screening-webhooks/core/store-kit';
import type { RedisCommands } from '../redis-client.js';
import type { AnswerLimit } from '../revive.js';

/**
 * Asks Redis for an answer, again and again, so that a connection that has gone silent is noticed whatever waits on it: most
 * commands of a worker are BullMQ's, which waits without a limit.
 *
 * @param key Of the node of a cluster that has the queue.
 * @param interval Milliseconds between two questions, and for the answer to one.
 * @returns Stops it.
 */
export function startHeartbeat(
  commands: RedisCommands,
  limit: AnswerLimit,
  { key, interval }: { readonly key: string; readonly interval: number },
  onError: (error: Error) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  async function beat(): Promise<void> {
    try {
      if (limit.isConnected()) await limit.within(commands.eval('return 1', [key], []), interval);
    } catch (error) {
      // Other errors are those of a connection that has ended, and BullMQ tells them.
      if (error instanceof NoAnswerError && !stopped) onError(error);
    }
    schedule();
  }

  function schedule(): void {
    if (!stopped) timer = setTimeout(beat, interval).unref();
  }

  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
