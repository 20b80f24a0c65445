import { limits } from '../limits/limits.js';

/** Limits the wrong guesses of a password by each client. */
export interface GuessLimit {
  /** Seconds until another guess of the client is taken. 0: now. */
  wait(client: string): number;
  /** Counts a wrong guess. */
  count(client: string): void;
}

const { most: MOST } = limits.loginGuesses;
const WINDOW_MS = 60_000;

/** Takes ten wrong guesses of a client in any minute. @param now The time in milliseconds. */
export function guessLimit(now: () => number = () => performance.now()): GuessLimit {
  // The client whose last wrong guess is the oldest is the first.
  const wrongAt = new Map<string, readonly number[]>();
  return {
    wait(client) {
      const oldest = wrongAt.get(client)?.at(-MOST);
      if (oldest === undefined) return 0;
      return Math.max(0, Math.ceil((oldest + WINDOW_MS - now()) / 1000));
    },
    count(client) {
      const guesses = [...(wrongAt.get(client) ?? []), now()].slice(-MOST);
      wrongAt.delete(client);
      wrongAt.set(client, guesses);
      const [first = client] = wrongAt.keys();
      if (wrongAt.size > limits.loginClients.most) wrongAt.delete(first);
    },
  };
}
