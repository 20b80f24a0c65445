import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** What a command needs of the machine beside its terminal. Tests bring their own. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after that many milliseconds, or as soon as the signal aborts; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** An event id that no receiver has seen. */
  readonly newEventId: () => string;
  /** All of standard input. */
  readonly readInput: () => Promise<Uint8Array>;
}

/** The machine that we run on. */
export const thisHost: Host = {
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
