// Runs inside workerd, bundled by worker-bundle.ts: what the tests ask of the stores and the inbox, as JSON over HTTP.
import { createReceiver, type DedupeStore, RetryLater } from '@screening-webhooks/core';
import { dedupeStoreContract, fixture } from '@screening-webhooks/testing';
import {
  type D1Binding,
  type DurableObjectBinding,
  type DurableObjectStateBinding,
  d1Store,
  durableObjectStore,
  type QueueBatch,
  type QueueBinding,
  type QueueObservation,
  queueConsumer,
  queueInbox,
  ScreeningDedupe,
} from '../../src/index.js';

interface Env {
  readonly DEDUPE: DurableObjectBinding;
  readonly SWEPT: DurableObjectBinding;
  readonly DB: D1Binding;
  readonly EVENTS: QueueBinding;
  readonly KV: unknown;
}

type StoreName = 'durable-object' | 'd1';

export { ScreeningDedupe };

/** The same object, sweeping every 300 ms, that says how many rows it holds. */
export class SweptDedupe extends ScreeningDedupe {
  readonly #sql: DurableObjectStateBinding['storage']['sql'];

  constructor(state: DurableObjectStateBinding, env: unknown) {
    super(state, env, { sweepEvery: 300 });
    this.#sql = state.storage.sql;
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.method !== 'GET') return super.fetch(request);
    const rows = this.#sql.exec('SELECT key FROM screening_claims').toArray();
    return Response.json(rows.length);
  }
}

const LEASE = 1500;

function storeNamed(name: StoreName, env: Env): DedupeStore {
  return name === 'd1' ? d1Store(env.DB) : durableObjectStore(env.DEDUPE);
}

const runs: Record<string, number> = {};
const observed: QueueObservation[] = [];
const deadLetters: unknown[] = [];

const receiver = createReceiver({
  secret: 'unused',
  handlers: {
    '*': ({ id }) => {
      const run = (runs[id] ?? 0) + 1;
      runs[id] = run;
      if (id.startsWith('evt_dead')) throw new Error('the database is down');
      if (id.startsWith('evt_flaky') && run < 3) throw new Error('the database is down');
      if (id.startsWith('evt_later') && run < 2) throw new RetryLater({ after: 1 });
    },
  },
});

const consume = queueConsumer(receiver.dispatch, (env: Env) => durableObjectStore(env.DEDUPE), {
  maxBackoff: 1000,
  observe: (observation) => observed.push(observation),
});

const actions: Record<string, (env: Env, query: URLSearchParams) => unknown> = {
  migrate: (env) => d1Store(env.DB).migrate(),
  async case(env, query) {
    const store = storeNamed(storeNameIn(query), env);
    const cases = dedupeStoreContract({ create: () => store, wait: sleep, lease: LEASE });
    const found = cases.find(({ name }) => name === query.get('name'));
    if (!found) throw new Error('there is no such case');
    await found.run();
  },
  async operation(env, query) {
    const store = storeNamed(storeNameIn(query), env);
    const [key, owner, ms] = [query.get('key') ?? '', 'owner', Number(query.get('ms'))];
    switch (query.get('operation')) {
      case 'claim':
        return store.claim(key, owner, ms);
      case 'extend':
        return store.extend(key, owner, ms);
      case 'commit':
        return store.commit(key, owner, ms);
      default:
        return store.release(key, owner);
    }
  },
  async claimsOnSweptObject(env, query) {
    const store = durableObjectStore(env.SWEPT, { shards: 1 });
    for (const key of ['a', 'b', 'c']) await store.claim(key, 'owner', 100);
    await store.claim('kept', 'owner', Number(query.get('ms')));
  },
  async rowsOfSweptObject(env) {
    const stub = env.SWEPT.get(env.SWEPT.idFromName('screening-dedupe-0'));
    const response = await stub.fetch('https://swept/', { method: 'GET' } as never);
    return JSON.parse(await response.text());
  },
  async rowsOfD1(env) {
    const [result] = await env.DB.batch([
      env.DB.prepare('SELECT key FROM screening_claims WHERE key LIKE ?1').bind('swept:%'),
    ]);
    return result?.results;
  },
  async store(env, query) {
    const id = query.get('id') ?? '';
    const data = { externalId: 'x'.repeat(Number(query.get('padding') ?? 0)) };
    const event = fixture('document_verification.recorded', { id, data });
    const inbox = queueInbox(env.EVENTS, durableObjectStore(env.DEDUPE));
    return inbox.store(event, { key: `int:${id}`, receivedAt: Date.now() });
  },
  send(env, query) {
    const id = query.get('id') ?? '';
    const event = fixture('document_verification.recorded', { id });
    return env.EVENTS.send({ event, key: `int:${id}`, receivedAt: Date.now() });
  },
  kv: (env) => d1Store(env.KV as never),
  kvAsNamespace: (env) => durableObjectStore(env.KV as never),
  kvAsQueue: (env) => queueInbox(env.KV as never, durableObjectStore(env.DEDUPE)),
  state: () => ({ runs, observed, deadLetters }),
};

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const action = actions[pathname.slice(1)];
    try {
      if (!action) throw new Error('there is no such action');
      return Response.json({ ok: true, value: await action(env, searchParams) });
    } catch (error) {
      return Response.json({ ok: false, error: String(error) });
    }
  },
  async queue(batch: QueueBatch & { readonly queue: string }, env: Env): Promise<void> {
    if (batch.queue !== 'dead') return consume(batch, env);
    for (const message of batch.messages) deadLetters.push(message.body);
  },
};

function storeNameIn(query: URLSearchParams): StoreName {
  return query.get('store') === 'd1' ? 'd1' : 'durable-object';
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
