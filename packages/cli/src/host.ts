import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** The environment of a command, apart from its terminal. Tests pass their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. Never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A new event id, which no receiver has seen. */
  readonly newEventId: () => string;
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<Uint8Array>;
}

/** The host of this process. */
export const systemHost: Host = {
  env: process.env,
  now: Date.now,
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
  newEventId: () => `evt_${randomUUID().replaceAll('-', '')}`,
  async readInput() {
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  },
};
