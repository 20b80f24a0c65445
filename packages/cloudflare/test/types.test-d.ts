import type {
  D1Database,
  D1DatabaseSession,
  DurableObjectNamespace,
  DurableObjectState,
  ExecutionContext,
  KVNamespace,
  MessageBatch,
  Queue,
} from '@cloudflare/workers-types';
import { createReceiver, type DedupeStore, type Inbox } from '@screening-webhooks/core';
import { expectTypeOf, test } from 'vitest';
import {
  d1Store,
  durableObjectStore,
  type QueuedEvent,
  queueConsumer,
  queueInbox,
  ScreeningDedupe,
} from '../src/index.js';

interface Env {
  readonly DEDUPE: DurableObjectNamespace<ScreeningDedupe>;
  readonly PLAIN: DurableObjectNamespace;
  readonly DB: D1Database;
  readonly SESSION: D1DatabaseSession;
  readonly EVENTS: Queue;
  readonly TYPED: Queue<QueuedEvent>;
  readonly KV: KVNamespace;
}
declare const env: Env;

const receiver = createReceiver({ secret: 's', handlers: { '*': () => {} } });

test('the platform’s types of bindings are accepted', () => {
  expectTypeOf(durableObjectStore(env.DEDUPE)).toExtend<DedupeStore>();
  durableObjectStore(env.PLAIN, { shards: 2 });
  durableObjectStore(env.DEDUPE.jurisdiction('eu'));
  expectTypeOf(d1Store(env.DB)).toExtend<DedupeStore>();
  d1Store(env.SESSION);
  expectTypeOf(queueInbox(env.EVENTS, d1Store(env.DB))).toExtend<Inbox>();
  queueInbox(env.TYPED, d1Store(env.DB));
});

test('the platform can construct the object', () => {
  expectTypeOf(ScreeningDedupe).toBeConstructibleWith({} as DurableObjectState, env);
});

test('the consumer is a queue handler', () => {
  const queue = queueConsumer(receiver.dispatch, ({ DEDUPE }: Env) => durableObjectStore(DEDUPE));
  expectTypeOf(queue).toExtend<
    (batch: MessageBatch, env: Env, context: ExecutionContext) => Promise<void>
  >();
  queueConsumer((event, { signal }) => receiver.dispatch(event, { signal }), d1Store(env.DB));
});

test('a KV namespace is not accepted', () => {
  // @ts-expect-error TS2345
  durableObjectStore(env.KV);
  // @ts-expect-error TS2345
  d1Store(env.KV);
  // @ts-expect-error TS2345
  queueInbox(env.KV, d1Store(env.DB));
});
