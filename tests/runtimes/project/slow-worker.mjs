// A receiver whose handler runs until it is released, mounted as /hono, /fetch and /forgotten.
import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { webhook } from '@screening-webhooks/hono';
import { Hono } from 'hono';
import { ACK_MS, SECRET } from './slow-settings.mjs';

const mounts = {
  hono(log) {
    const app = new Hono().post('/hono', webhook(optionsOf(log)));
    return (request, env, executionContext) => app.fetch(request, env, executionContext);
  },
  fetch(log) {
    const receiver = createReceiver(optionsOf(log));
    return (request, _env, executionContext) =>
      receiver.fetch(request, { waitUntil: (work) => executionContext.waitUntil(work) });
  },
  // A receiver without waitUntil.
  forgotten(log) {
    const receiver = createReceiver(optionsOf(log));
    return (request) => receiver.fetch(request);
  },
};

function optionsOf(log) {
  return {
    secret: SECRET,
    ackTimeout: ACK_MS,
    // Module scope: all deliveries reach this isolate.
    dedupe: memoryStore(),
    handlers: {
      '*': async () => {
        log.started += 1;
        while (!log.released) await new Promise((resolve) => setTimeout(resolve, 20));
        log.finished += 1;
      },
    },
  };
}

const routes = Object.fromEntries(
  Object.entries(mounts).map(([name, mount]) => {
    const log = { started: 0, finished: 0, waitUntil: 0, released: false };
    return [name, { log, receive: mount(log) }];
  }),
);

/** The runtime's context, with each call of waitUntil counted. */
function recorded(executionContext, log) {
  return {
    waitUntil(work) {
      log.waitUntil += 1;
      executionContext.waitUntil(work);
    },
    passThroughOnException() {},
    props: executionContext.props,
  };
}

/** POST /<mount> delivers to a mount, PUT /<mount> releases its handler, GET /<mount> returns its log. */
export default {
  fetch(request, env, executionContext) {
    const { log, receive } = routes[new URL(request.url).pathname.slice(1)];
    if (request.method === 'PUT') log.released = true;
    if (request.method !== 'POST') return Response.json(log);
    return receive(request, env, recorded(executionContext, log));
  },
};
