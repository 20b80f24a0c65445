import type { Claim, DedupeStore } from '@screening-webhooks/core';
import { checkNames, checkWholeNumber, hashKey } from '@screening-webhooks/core/store-kit';
import { checkBinding } from './check-binding.js';
import type { ClaimRequest } from './screening-dedupe.js';

/** The part of a Durable Object namespace binding, or of its `jurisdiction(…)`, that is used. */
export interface DurableObjectBinding {
  idFromName(name: string): unknown;
  get(id: unknown): DurableObjectStubBinding;
}

/** The part of a Durable Object's stub that is used. */
interface DurableObjectStubBinding {
  fetch(
    url: string,
    init: { method: string; body: string },
  ): Promise<{ readonly status: number; text(): Promise<string> }>;
}

/** Options of {@link durableObjectStore}. */
export interface DurableObjectStoreOptions {
  /**
   * The number of objects that the keys are distributed over, at least 1. Default 8: room for about 2,000 events a second.
   * A change moves keys to other objects, which do not know the events that are done.
   */
  readonly shards?: number | undefined;
}

/**
 * A {@link DedupeStore} on Durable Objects of the class `ScreeningDedupe`: durable and shared by all isolates. An object
 * runs one operation at a time, so each operation is atomic. Leases go by the object's clock.
 *
 * @throws TypeError when `namespace` is not a Durable Object namespace, or `shards` is not a whole number of at least 1. A
 * KV namespace is refused, because it cannot hold claims.
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
  checkNames(options, { shards: true }, 'durableObjectStore');
  const shards = checkWholeNumber('shards', options.shards, 8);

  async function send(request: ClaimRequest): Promise<unknown> {
    const name = `screening-dedupe-${hashKey(request.key) % shards}`;
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
    claim: async (key, owner, ms) => toClaim(await send({ operation: 'claim', key, owner, ms })),
    extend: async (key, owner, ms) =>
      toBoolean(await send({ operation: 'extend', key, owner, ms })),
    commit: async (key, owner, ms) =>
      toBoolean(await send({ operation: 'commit', key, owner, ms })),
    release: async (key, owner) =>
      toBoolean(await send({ operation: 'release', key, owner, ms: 0 })),
  };
}

function toClaim(answer: unknown): Claim {
  if (answer === 'acquired' || answer === 'done') return answer;
  if (typeof answer === 'object' && answer !== null && 'busyForMs' in answer) {
    const { busyForMs } = answer;
    if (typeof busyForMs === 'number') return { busyForMs };
  }
  throw unexpectedAnswer(answer);
}

function toBoolean(answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer;
  throw unexpectedAnswer(answer);
}

function unexpectedAnswer(answer: unknown): Error {
  return new Error(
    `durableObjectStore: unexpected answer ${JSON.stringify(answer)}. The binding's class must be ScreeningDedupe of @screening-webhooks/cloudflare.`,
  );
}
