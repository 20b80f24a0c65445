// The worker: serves the suites, and receivers whose handlers run until they are released.
import { d1Store, durableObjectStore } from '@screening-webhooks/cloudflare';
import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { webhook } from '@screening-webhooks/hono';
import { fixture, sign } from '@screening-webhooks/testing';
import { Hono } from 'hono';
import { mustMatch, runSuite } from './cases.mjs';
import { contractOf, honoApp, PATH, suitesOf } from './suites.mjs';

export { ScreeningDedupe } from '@screening-webhooks/cloudflare';

const secret = 'whsec_of_the_worker';

function suitesIn(env, executionContext, serviceUrl) {
  return {
    ...suitesOf('WebCrypto', serviceUrl),
    hono: () =>
      contractOf((receiver) => {
        const app = honoApp(receiver);
        const fetch = (request) => app.fetch(request, env, executionContext);
        return { url: `https://receiver.test${PATH}`, fetch };
      }),
    objects: () => storeCases(durableObjectStore(env.DEDUPE)),
    d1: () => [
      { name: 'migrates', run: () => d1Store(env.DB).migrate() },
      ...storeCases(d1Store(env.DB)),
    ],
  };
}

/** A receiver on an edge store. packages/cloudflare tests the store's contract, and packages/core a receiver's failures. */
function storeCases(dedupe) {
  const runs = {};
  const handle = ({ id }) => {
    runs[id] = (runs[id] ?? 0) + 1;
    if (id === 'evt_fails' && runs[id] === 1) throw new Error('The first run fails.');
  };
  const receiver = createReceiver({ secret, dedupe, handlers: { '*': handle } });
  const background = [];
  const context = { waitUntil: (work) => background.push(work) };
  async function send(id) {
    const { request } = await sign(fixture('document_verification.completed', { id }), { secret });
    const response = await receiver.fetch(request('https://receiver.test/'), context);
    return [response.status, (await response.json()).outcome];
  }
  return [
    {
      name: 'a new event is processed, and its second delivery is a duplicate',
      run: async () => {
        mustMatch('first', await send('evt_new'), [200, 'processed']);
        mustMatch('second', await send('evt_new'), [200, 'duplicate']);
        mustMatch('runs', runs.evt_new, 1);
      },
    },
    {
      name: 'twenty deliveries at once run the handler once',
      run: async () => {
        const answers = await Promise.all(Array.from({ length: 20 }, () => send('evt_burst')));
        const outcomes = answers.map(([, outcome]) => outcome);
        mustMatch('processed', outcomes.filter((outcome) => outcome === 'processed').length, 1);
        mustMatch('runs', runs.evt_burst, 1);
      },
    },
    {
      name: 'an event whose handler failed is processed by the next delivery',
      run: async () => {
        mustMatch('first', await send('evt_fails'), [500, 'failed']);
        // The claim is released after the answer.
        await Promise.all(background);
        mustMatch('second', await send('evt_fails'), [200, 'processed']);
      },
    },
  ];
}

/** The ways to pass waitUntil to a receiver, and not to pass it. */
const mounts = {
  hono: (options) => {
    const app = new Hono().post('/slow/hono', webhook(options));
    return (request, env, executionContext) => app.fetch(request, env, executionContext);
  },
  fetch: (options) => {
    const receiver = createReceiver(options);
    return (request, _env, executionContext) =>
      receiver.fetch(request, { waitUntil: (work) => executionContext.waitUntil(work) });
  },
  forgotten: (options) => {
    const receiver = createReceiver(options);
    return (request) => receiver.fetch(request);
  },
};

let isReleased = false;
const nextTick = () => new Promise((resolve) => setTimeout(resolve, 20));

// Module scope: all deliveries reach this isolate.
const slow = Object.fromEntries(
  Object.entries(mounts).map(([name, mount]) => {
    const log = { started: 0, finished: 0, waitUntil: 0 };
    const handle = async () => {
      log.started += 1;
      while (!isReleased) await nextTick();
      // Forgotten work would have finished first, because it does not wait for these ticks.
      if (name !== 'forgotten') await nextTick().then(nextTick);
      log.finished += 1;
    };
    const options = { secret, ackTimeout: 300, dedupe: memoryStore(), handlers: { '*': handle } };
    return [name, { log, receive: mount(options) }];
  }),
);

/** GET /suites/<name> runs a suite. GET /sign signs. POST /slow/<mount> delivers, GET /slow/<mount> is its log, PUT releases all. */
export default {
  async fetch(request, env, executionContext) {
    const { pathname, searchParams } = new URL(request.url);
    const [, what, name] = pathname.split('/');
    // workerd allows timers and random numbers only inside a request.
    if (what === 'suites') {
      const suites = suitesIn(env, executionContext, searchParams.get('service'));
      return Response.json(await runSuite(name, await suites[name]()));
    }
    const { log, receive } = slow[name];
    if (request.method === 'PUT') isReleased = true;
    if (request.method !== 'POST') return Response.json(log);
    return receive(request, env, {
      waitUntil(work) {
        log.waitUntil += 1;
        executionContext.waitUntil(work);
      },
      passThroughOnException() {},
      props: executionContext.props,
    });
  },
};
