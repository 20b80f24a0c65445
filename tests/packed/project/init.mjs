// `init --yes --from <tarballs>` in a project of its own: `node init.mjs express4`. Its test passes, a second run changes nothing, and
// its app handles a delivery of the sandbox, both started by the commands that init prints at its end.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { holdPort } from './hold-port.mjs';
import { listening, printed, run, start, stop } from './programs.mjs';

const { dependencies: pinned } = JSON.parse(readFileSync('package.json', 'utf8'));
const pick = (...names) => Object.fromEntries(names.map((name) => [name, pinned[name]]));

const projects = {
  express4: {
    dependencies: { express: '4.22.1' },
    files: {
      'server.js': `const express = require('express');
const app = express();
app.use(express.json());
app.post('/own', (req, res) => res.json(req.body));
app.listen(3000);
`,
    },
    command: 'node --env-file=.env server.js',
  },
  express5: {
    type: 'module',
    dependencies: pick('express'),
    files: {
      'src/server.js': `import express from 'express';
const app = express();
app.use(express.json());
app.post('/own', (req, res) => res.json(req.body));
app.listen(3000);
`,
    },
    args: '--store sqlite',
    command: 'node --env-file=.env src/server.js',
  },
  fastify: {
    type: 'module',
    dependencies: pick('fastify'),
    files: {
      'server.js': `import Fastify from 'fastify';
const app = Fastify({
  logger: false,
});
app.post('/own', async (request) => request.body);
await app.listen({ port: 3000, host: 'localhost' });
`,
    },
    command: 'node --env-file=.env server.js',
  },
  koa: {
    dependencies: { ...pick('koa'), 'koa-bodyparser': '4.4.1' },
    files: {
      'server.js': `const Koa = require('koa');
const bodyParser = require('koa-bodyparser');
const app = new Koa();
app.use(bodyParser());
app.use((ctx) => {
  ctx.body = ctx.request.body;
});
app.listen(3000);
`,
    },
    args: '--store sqlite',
    command: 'node --env-file=.env server.js',
  },
  'hono-workers': {
    type: 'module',
    // The newest version that runs on the oldest supported Node.
    dependencies: { ...pick('hono'), wrangler: '4.86.0' },
    files: {
      'wrangler.jsonc':
        '{ "name": "app", "main": "src/index.js", "compatibility_date": "2026-01-01" }\n',
      'src/index.js': `import { Hono } from 'hono';
const app = new Hono();
app.post('/own', async (c) => c.json(await c.req.json()));
export default app;
`,
    },
    command: 'npx wrangler dev --port $PORT',
  },
  next: {
    dependencies: {
      ...pick('next', 'react', 'react-dom', 'typescript', '@types/node', '@types/react'),
      vitest: '4.1.12',
    },
    files: {
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "jsx": "preserve", "noEmit": true, "skipLibCheck": true, "esModuleInterop": true } }\n',
      'app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
      'app/own/route.ts': `export const POST = async (request: Request) => Response.json(await request.json());
`,
    },
    test: 'npx vitest run',
    command: 'npx next dev --port $PORT',
  },
  empty: { command: 'npm start' },
};

const [name] = process.argv.slice(2);
const { type, dependencies, files, args = '', command, test = 'node --test' } = projects[name];
const scratch = resolve('..', name);
const folder = join(scratch, 'app');
mkdirSync(folder, { recursive: true });
const port = await holdPort();
const { SCREENING_SECRET: _, ...inherited } = process.env;
const env = {
  ...inherited,
  PORT: String(port),
  // Other services may run on this machine: this one is found by its own folder.
  XDG_RUNTIME_DIR: scratch,
  WRANGLER_SEND_METRICS: 'false',
  NEXT_TELEMETRY_DISABLED: '1',
  npm_config_prefer_offline: 'true',
};
const there = { cwd: folder, env };

/** The files of the project, without what npm and tools write. */
function contents() {
  return readdirSync(folder, { recursive: true })
    .filter((path) => !/node_modules|package-lock/.test(path) && /\.\w+$/.test(path))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')]);
}

try {
  if (files) {
    const manifest = { name: 'app', private: true, ...(type && { type }), dependencies };
    const all = { 'package.json': JSON.stringify(manifest, null, 2), ...files };
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(
        join(folder, path),
        text.replace('3000', () => String(port)),
      );
    }
  }
  const init = `${resolve('node_modules/.bin/screening-webhooks')} init --yes --from ${resolve('.')} ${args}`;
  const shown = (await run(init, there)).out();
  const before = contents();
  assert.match((await run(init, there)).out(), /Nothing to change\./);
  assert.deepEqual(contents(), before);
  await run(test, there);

  const commands = [...shown.matchAll(/^ {2}\$ (\S.* screening-sandbox .*)$/gm)];
  assert.equal(commands.length, 2, shown);
  const [serve, trigger] = commands.map(([, documented]) =>
    documented.replace(/localhost:\d+/, `localhost:${port}`),
  );
  // A platform that chooses its port gets one here.
  if (!command.includes('$PORT')) assert.ok(shown.includes(`\n  $ ${command}\n`), shown);
  await printed(start(`${serve} --port 0`, there), 'signing secret');
  const app = start(command, there);
  await listening(app, port);
  await run(trigger, there);
  await printed(app, 'activate clinician-1');
  assert.equal(existsSync(join(folder, 'screening.db')), args.includes('sqlite'));
  // The app's own routes get parsed JSON, as before.
  if (files) {
    const headers = { 'content-type': 'application/json' };
    const url = `http://localhost:${port}/own`;
    const own = await fetch(url, { method: 'POST', headers, body: '[1]' });
    assert.deepEqual(await own.json(), [1]);
  }
} finally {
  await stop();
}
