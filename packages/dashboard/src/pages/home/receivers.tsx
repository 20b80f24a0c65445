import { useState } from 'react';
import { Choice } from '../../ui/choice.js';
import { CodeBlock } from '../../ui/code-block.js';

const route = `webhook({
    secret: process.env.SCREENING_WEBHOOK_SECRET,
    handlers: {
      'document_verification.completed': (event) => console.log(event.data.verificationId),
    },
  })`;

const receivers: Readonly<Record<string, string>> = {
  Express: `import { webhook } from '@screening-webhooks/express';
import express from 'express';

const app = express();
app.post(
  '/webhooks/screening',
  ${route},
);
app.listen(3000);`,
  Fastify: `import { webhook } from '@screening-webhooks/fastify';
import { fastify } from 'fastify';

const app = fastify();
app.register(
  ${route},
  { prefix: '/webhooks/screening' },
);
await app.listen({ port: 3000 });`,
  Hono: `import { serve } from '@hono/node-server';
import { webhook } from '@screening-webhooks/hono';
import { Hono } from 'hono';

const app = new Hono();
app.post(
  '/webhooks/screening',
  ${route},
);
serve({ fetch: app.fetch, port: 3000 });`,
  Koa: `import Router from '@koa/router';
import { webhook } from '@screening-webhooks/koa';
import Koa from 'koa';

const router = new Router();
router.post(
  '/webhooks/screening',
  ${route},
);
new Koa().use(router.routes()).listen(3000);`,
};

export function Receivers() {
  const [framework, setFramework] = useState('Express');
  return (
    <div className="flex flex-col gap-2">
      <div className="w-40">
        <Choice
          label="Framework"
          value={framework}
          options={Object.keys(receivers).map((name) => [name, name])}
          onChange={setFramework}
        />
      </div>
      <CodeBlock label={`A receiver in ${framework}`} text={receivers[framework] ?? ''} />
    </div>
  );
}
