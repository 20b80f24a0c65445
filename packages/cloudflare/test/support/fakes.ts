import { type DedupeStore, memoryStore } from '@screening-webhooks/core';
import type { QueueMessage } from '../../src/index.js';

/** A producer binding that records the messages that `send` accepts. */
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

/** A message that records its ack() and retry() calls. On the platform, the first call counts. */
export function fakeMessage(
  body: unknown,
  attempts = 1,
): QueueMessage & { readonly settlements: unknown[] } {
  const settlements: unknown[] = [];
  return {
    body,
    attempts,
    settlements,
    ack: () => void settlements.push('ack'),
    retry: (options) => void settlements.push(options),
  };
}

/** A memory store that records its calls, with some operations replaced. */
export function recordingStore(
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

/** An operation of a store that is down. */
export const down = (): Promise<never> => Promise.reject(new Error('the store is down'));
