import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { webhook } from '@screening-webhooks/hono';
import { adapterContract, dedupeStoreContract } from '@screening-webhooks/testing';
import { Hono } from 'hono';
import { clientCases } from './client-cases.mjs';
import { explainCases } from './explain-cases.mjs';
import { signatureCases } from './signature-cases.mjs';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The suites of every runtime, as functions that return their cases. `client` needs the server at `serviceUrl`. */
export const suitesOf = (mac, serviceUrl) => ({
  signature: () => signatureCases(mac),
  explain: () => explainCases,
  store: () => dedupeStoreContract({ create: () => memoryStore(), wait: sleep }),
  client: () => clientCases(serviceUrl),
  fetch: () =>
    adapterContract({
      start: (options) => {
        const receiver = createReceiver(options);
        return { url: 'https://receiver.test/webhooks', ...receiver };
      },
    }),
});

/** The contract of an adapter. `mount` serves a receiver and returns `{ url, fetch?, stop? }`, as the contract's `start` does. */
export function contractOf(mount) {
  return adapterContract({
    start: async (options) => {
      const receiver = createReceiver(options);
      return { drain: receiver.drain, ...(await mount(receiver)) };
    },
  });
}

export const PATH = '/webhooks';

export function honoApp(receiver) {
  return new Hono().all(PATH, webhook(receiver));
}
