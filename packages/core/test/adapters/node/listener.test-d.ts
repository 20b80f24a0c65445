import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import express from 'express';
import Koa from 'koa';
import { expectTypeOf, test } from 'vitest';
import {
  type ListenerOptions,
  listener,
  type NodeFramework,
} from '../../../src/adapters/node/index.js';
import { createReceiver, type Receiver } from '../../../src/index.js';

declare const receiver: Receiver;
const path = '/hooks';

test('is a request listener, for http and https', () => {
  expectTypeOf(listener(receiver, { path })).toExtend<RequestListener>();
  createServer(listener(receiver, { path }));
  createSecureServer({}, listener(receiver, { path }));
  expectTypeOf(listener(receiver)).toEqualTypeOf(listener(receiver, { path }));
});

test('takes the apps of frameworks as they are, and any function of a request and a response', () => {
  listener(receiver, { path, fallback: express() });
  listener(receiver, { path, fallback: new Koa().callback() });
  listener(receiver, { path, fallback: (_req, res) => void res.end() });
  listener(receiver, { path, fallback: undefined });
  expectTypeOf<ListenerOptions>().toExtend<{ readonly path: string }>();
  // @ts-expect-error TS2322: a Koa app is not a listener, its callback() is
  listener(receiver, { path, fallback: new Koa() });
  // @ts-expect-error TS2345: without a path, an app behind it would get nothing
  listener(receiver, { fallback: express() });
});

test('gives resolvers and handlers `{ req, res }`', () => {
  const ours = createReceiver<NodeFramework>({
    secret: ({ req, res }) => {
      expectTypeOf(req).toEqualTypeOf<IncomingMessage>();
      expectTypeOf(res).toEqualTypeOf<ServerResponse>();
      return 's';
    },
    handlers: {
      '*': (_event, { framework }) => {
        expectTypeOf(framework).toEqualTypeOf<NodeFramework | undefined>();
      },
    },
  });
  listener(ours, { path });
  const ofKoa = createReceiver<{ readonly ip: string }>({
    secret: ({ ip }) => ip,
    handlers: { '*': () => {} },
  });
  // @ts-expect-error TS2345: NodeFramework has no `ip`
  listener(ofKoa, { path });
});
