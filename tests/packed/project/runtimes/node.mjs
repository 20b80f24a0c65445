// Node alone has the adapters of frameworks that are made for it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as fastifyWebhook } from '@screening-webhooks/fastify';
import { webhook as koaWebhook } from '@screening-webhooks/koa';
import express from 'express';
import { fastify } from 'fastify';
import Koa from 'koa';
import { report } from './cases.mjs';
import { sqliteSuites } from './sqlite.mjs';
import { contractOf, honoApp, PATH, suitesOf } from './suites.mjs';

const servers = {
  express: (receiver) => createServer(express().use(PATH, expressWebhook(receiver))),
  fastify: async (receiver) => {
    const app = fastify();
    app.register(fastifyWebhook(receiver), { prefix: PATH });
    await app.ready();
    return app.server;
  },
  koa: (receiver) => createServer(new Koa().use(koaWebhook(receiver)).callback()),
  hono: (receiver) => createAdaptorServer({ fetch: honoApp(receiver).fetch }),
};

async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}${PATH}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const contracts = Object.entries(servers).map(([name, serverOf]) => [
  name,
  () => contractOf(async (receiver) => listen(await serverOf(receiver))),
]);
await report(process.versions.node, {
  ...suitesOf('node:crypto', process.argv[2]),
  ...Object.fromEntries(contracts),
  ...(await sqliteSuites()),
});
