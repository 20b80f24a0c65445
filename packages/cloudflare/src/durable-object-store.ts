import type { Claim, DedupeStore } from '@screening-webhooks/core';
import { checkBinding } from './check-binding.js';
import type { ClaimRequest } from './screening-dedupe.js';

/** What is used of a Durable Object namespace binding, or of its `jurisdiction(…)`. */
export interface DurableObjectBinding {
  idFromName(name: string): unknown;
  get(id: unknown): DurableObjectStubBinding;
}

/** What is used of a Durable Object's stub. */
export interface DurableObjectStubBinding {
  fetch(
    url: string,
    init: { method: string; body: string },
  ): Promise<{ readonly status: number; text(): Promise<string> }>;
}

/** Options of {@link durableObjectStore}. */
export interface DurableObjectStoreOptions {
  /**
   * Objects among which the keys are spread, at least 1. Default 8: room for about 2,000 events a second. A change moves
   * keys to other objects, where what was done before is not known.
   */
  readonly shards?: number;
}

/**
 * A {@link DedupeStore} on Durable Objects of the class `ScreeningDedupe`: durable and shared by all isolates. An object
 * does one thing at a time, so that each operation is atomic, and judges leases by its own clock.
 *
 * @throws TypeError when `namespace` is no Durable Object namespace, or `shards` no whole number of at least 1. A KV
 * namespace is refused: it cannot hold claims.
 * @example
 * webhook({ secret, dedupe: (c) => durableObjectStore(c.env.DEDUPE), handlers });
 */
export function durableObjectStore(
  namespace: DurableObjectBinding,
  options: DurableObjectStoreOptions = {},
): DedupeStore {
  checkBinding('namespace', namespace, {
    kind: 'a Durable Object namespace binding',
    methods: ['idFromName', 'get'],
    config: 'durable_objects.bindings',
  });
  const { shards = 8 } = options;
  if (!Number.isSafeInteger(shards) || shards < 1) {
    throw new TypeError(
      `shards: expected a whole number of at least 1, got ${String(shards)}. Leave it out for 8.`,
    );
  }

  async function ask(request: ClaimRequest): Promise<unknown> {
    const name = `screening-dedupe-${hash(request.key) % shards}`;
    const stub = namespace.get(namespace.idFromName(name));
    const response = await stub.fetch('https://screening-dedupe/', {
      method: 'POST',
      body: JSON.stringify(request),
    });
    const text = await response.text();
    if (response.status !== 200) {
      throw new Error(
        `durableObjectStore: the object answered ${response.status}: ${text.slice(0, 500)}. The binding's class must be ScreeningDedupe of @screening-webhooks/cloudflare.`,
      );
    }
    return JSON.parse(text);
  }

  return {
    claim: async (key, owner, ms) => asClaim(await ask({ operation: 'claim', key, owner, ms })),
    extend: async (key, owner, ms) => asBoolean(await ask({ operation: 'extend', key, owner, ms })),
    commit: async (key, owner, ms) => asBoolean(await ask({ operation: 'commit', key, owner, ms })),
    release: async (key, owner) =>
      asBoolean(await ask({ operation: 'release', key, owner, ms: 0 })),
  };
}

function asClaim(answer: unknown): Claim {
  if (answer === 'acquired' || answer === 'done') return answer;
  if (typeof answer === 'object' && answer !== null && 'busyForMs' in answer) {
    const { busyForMs } = answer;
    if (typeof busyForMs === 'number') return { busyForMs };
  }
  throw unexpected(answer);
}

function asBoolean(answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer;
  throw unexpected(answer);
}

function unexpected(answer: unknown): Error {
  return new Error(
    `durableObjectStore: unexpected answer ${JSON.stringify(answer)}. The binding's class must be ScreeningDedupe of @screening-webhooks/cloudflare.`,
  );
}

// FNV-1a, 32 bits: all it has to do is to spread keys evenly, and the same way for ever.
function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
