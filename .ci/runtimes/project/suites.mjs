import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { webhook } from '@screening-webhooks/hono';
import { adapterContract, dedupeStoreContract } from '@screening-webhooks/testing';
import { Hono } from 'hono';
import { clientCases } from './client-cases.mjs';
import { explainCases } from './explain-cases.mjs';
import { signatureCases } from './signature-cases.mjs';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What every runtime runs: only `client` needs a server, which run.mjs has started. The values make the cases of a suite. */
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

/** The contract of an adapter. `mount` gets a receiver and serves it: it returns what a contract's harness does. */
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
