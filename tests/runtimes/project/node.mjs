import { once } from 'node:events';
import { createServer } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { webhook as expressWebhook } from '@screening-webhooks/express';
import { webhook as fastifyWebhook } from '@screening-webhooks/fastify';
import { webhook as koaWebhook } from '@screening-webhooks/koa';
import express from 'express';
import { fastify } from 'fastify';
import Koa from 'koa';
import { report } from './report.mjs';
import { contractOf, honoApp, PATH, suitesOf } from './suites.mjs';

async function fastifyServer(receiver) {
  const app = fastify();
  app.register(fastifyWebhook(receiver), { prefix: PATH });
  await app.ready();
  return app.server;
}

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

const adapters = {
  express: (receiver) => createServer(express().use(PATH, expressWebhook(receiver))),
  fastify: fastifyServer,
  koa: (receiver) => createServer(new Koa().use(koaWebhook(receiver)).callback()),
  hono: (receiver) => createAdaptorServer({ fetch: honoApp(receiver).fetch }),
};

await report(process.versions.node, {
  ...suitesOf('node:crypto', process.argv[2]),
  ...Object.fromEntries(
    Object.entries(adapters).map(([name, serverOf]) => [
      name,
      () => contractOf(async (receiver) => listen(await serverOf(receiver))),
    ]),
  ),
});
