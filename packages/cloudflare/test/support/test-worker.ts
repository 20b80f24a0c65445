// Runs inside workerd. Exposes the stores and the inbox to the tests, as JSON over HTTP. Bundled by worker.ts.
import { createReceiver, type DedupeStore, RetryLater } from '@screening-webhooks/core';
import { sqliteClaimStatements } from '@screening-webhooks/core/store-kit';
import { dedupeStoreContract, fixture } from '@screening-webhooks/testing';
import { CLAIMS } from '../../src/claims-table.js';
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
  readonly INSPECTED: DurableObjectBinding;
  readonly NO_SQLITE: DurableObjectBinding;
  readonly DB: D1Binding;
  readonly DB_WITHOUT_TABLE: D1Binding;
  readonly EVENTS: QueueBinding;
  readonly KV: unknown;
}

const stores: Readonly<Record<string, (env: Env) => DedupeStore>> = {
  'durable-object': (env) => durableObjectStore(env.DEDUPE),
  inspected: (env) => durableObjectStore(env.INSPECTED),
  'no-sqlite': (env) => durableObjectStore(env.NO_SQLITE),
  d1: (env) => d1Store(env.DB),
  'd1-without-table': (env) => d1Store(env.DB_WITHOUT_TABLE),
};

const claims = sqliteClaimStatements(CLAIMS);

export { ScreeningDedupe };

/** Bound without SQLite. */
export class DedupeWithoutSqlite extends ScreeningDedupe {}

/** A ScreeningDedupe that sweeps often, and that tests can inspect and age. */
export class InspectedDedupe extends ScreeningDedupe {
  readonly #storage: DurableObjectStateBinding['storage'];

  constructor(state: DurableObjectStateBinding, env: unknown) {
    super(state, env, { sweepEvery: 50 });
    this.#storage = state.storage;
  }

  override async fetch(request: Request): Promise<Response> {
    switch (request.method) {
      case 'GET':
        return Response.json({
          keys: this.#query("SELECT key FROM screening_claims WHERE key LIKE 'swept:%'"),
          isAlarmSet: (await this.#storage.getAlarm()) !== null,
        });
      case 'PUT':
        this.#query('UPDATE screening_claims SET ends_at = ends_at - ?1', await request.json());
        return new Response();
      case 'DELETE':
        await this.#storage.setAlarm(Date.now());
        return new Response();
      default:
        return super.fetch(request);
    }
  }

  #query(sql: string, ...values: number[]): readonly unknown[] {
    const rows = this.#storage.sql.exec(sql, ...values).toArray();
    return rows.map(({ key }) => key);
  }
}

// Long, so that the time that really passes is never a considerable part of it.
const LEASE = 600_000;

function storeIn(query: URLSearchParams, env: Env): DedupeStore {
  const create = stores[query.get('store') ?? ''];
  if (!create) throw new Error('There is no such store.');
  return create(env);
}

/** Sends a request to each object of INSPECTED. */
async function toInspected(env: Env, method: string, body?: unknown): Promise<void> {
  for (let shard = 0; shard < 8; shard += 1) await fetchInspected(env, shard, method, body);
}

async function fetchInspected(
  env: Env,
  shard: number,
  method: string,
  body?: unknown,
): Promise<string> {
  const stub = env.INSPECTED.get(env.INSPECTED.idFromName(`screening-dedupe-${shard}`));
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await stub.fetch('https://inspected/', init as never);
  return response.text();
}

/** Lets time pass for all rows of the stores that the contract runs on. */
async function age(env: Env, ms: number): Promise<void> {
  await toInspected(env, 'PUT', ms);
  await env.DB.batch([
    env.DB.prepare('UPDATE screening_claims SET ends_at = ends_at - ?1').bind(ms),
  ]);
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
    const store = storeIn(query, env);
    const cases = dedupeStoreContract({
      create: () => store,
      wait: (ms) => age(env, Math.ceil(ms)),
      lease: LEASE,
    });
    const found = cases.find(({ name }) => name === query.get('name'));
    if (!found) throw new Error('There is no such case.');
    await found.run();
  },
  async operation(env, query) {
    const store = storeIn(query, env);
    const [key, owner] = [query.get('key') ?? '', query.get('owner') ?? 'owner'];
    const ms = Number(query.get('ms'));
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
  async claimSwept(env) {
    const store = durableObjectStore(env.INSPECTED, { shards: 1 });
    for (const key of ['swept:1', 'swept:2', 'swept:3']) await store.claim(key, 'owner', 1);
    await store.claim('swept:lasting', 'owner', LEASE);
  },
  inspect: async (env) => JSON.parse(await fetchInspected(env, 0, 'GET')),
  endAllRows: (env) => age(env, 1000 * LEASE),
  fireAlarm: (env) => toInspected(env, 'DELETE'),
  async sweptRowsOfD1(env) {
    const [result] = await env.DB.batch([
      env.DB.prepare('SELECT key FROM screening_claims WHERE key LIKE ?1').bind('swept:%'),
    ]);
    return result?.results;
  },
  cleanUp: (env, query) => d1Store(env.DB).cleanUp({ limit: Number(query.get('limit')) }),
  /** The plans of the clean-up's statements, as SQLite explains them. */
  async plans(env) {
    const statements = [claims.sweep(1000), claims.ended()].map(({ sql, values }) =>
      env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...values),
    );
    return (await env.DB.batch(statements)).map(({ results }) => results);
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
      if (!action) throw new Error('There is no such action.');
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
