// The suites of every runtime.
import { createReceiver } from '@screening-webhooks/core';
import { webhook } from '@screening-webhooks/hono';
import { adapterContract } from '@screening-webhooks/testing';
import { Hono } from 'hono';
import { clientCases } from './client.mjs';
import { explainCases } from './explain.mjs';
import { signatureCases } from './signature.mjs';

/** Functions that return cases `{ name, run }`. `mac` is where a MAC must come from; the client asks the API at `serviceUrl`. */
export const suitesOf = (mac, serviceUrl) => ({
  signature: () => signatureCases(mac),
  explain: () => explainCases,
  client: () => clientCases(serviceUrl),
  fetch: () =>
    adapterContract({
      start: (options) => ({ url: 'https://receiver.test/webhooks', ...createReceiver(options) }),
    }),
});

export const PATH = '/webhooks';

export const honoApp = (receiver) => new Hono().all(PATH, webhook(receiver));

/** The contract of an adapter. `mount` serves a receiver and returns `{ url, fetch?, stop? }`, as the contract's `start` does. */
export function contractOf(mount) {
  return adapterContract({
    start: async (options) => {
      const receiver = createReceiver(options);
      return { drain: receiver.drain, ...(await mount(receiver)) };
    },
  });
}
