import { type DedupeStore, memoryStore } from '@screening-webhooks/core';
import type { QueueMessage } from '../../src/index.js';

/** A producer binding that keeps what was sent, or fails. */
export function fakeQueue(send: (body: unknown) => Promise<void> = async () => {}): {
  readonly sent: unknown[];
  send(body: unknown): Promise<void>;
} {
  const sent: unknown[] = [];
  return {
    sent,
    async send(body) {
      await send(body);
      sent.push(body);
    },
  };
}

/** A message that keeps what was said of it. On the platform, the first of ack() and retry() counts. */
export function fakeMessage(
  body: unknown,
  attempts = 1,
): QueueMessage & { readonly said: unknown[] } {
  const said: unknown[] = [];
  return {
    body,
    attempts,
    said,
    ack: () => void said.push('ack'),
    retry: (options) => void said.push(options),
  };
}

/** A memory store whose operations are written down, and some of which are replaced. */
export function recordedStore(
  replaced: Partial<DedupeStore> = {},
): DedupeStore & { readonly calls: string[] } {
  const store: DedupeStore = { ...memoryStore(), ...replaced };
  const calls: string[] = [];
  return {
    calls,
    claim(key, owner, ms) {
      calls.push(`claim ${key} ${ms}`);
      return store.claim(key, owner, ms);
    },
    extend(key, owner, ms) {
      calls.push(`extend ${key} ${ms}`);
      return store.extend(key, owner, ms);
    },
    commit(key, owner, ms) {
      calls.push(`commit ${key} ${ms}`);
      return store.commit(key, owner, ms);
    },
    release(key, owner) {
      calls.push(`release ${key}`);
      return store.release(key, owner);
    },
  };
}

/** A store's operation, while it is down. */
export const down = (): Promise<never> => Promise.reject(new Error('the store is down'));
