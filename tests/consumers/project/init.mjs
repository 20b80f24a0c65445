// `init --yes --from <tarballs>` in a project of its own: `node init.mjs <project>`. Its test passes, a second run changes
// nothing, and its app handles a delivery of the sandbox, both started by the commands that init prints at its end.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { holdPort } from './hold-port.mjs';
import { listens } from './listens.mjs';

const { dependencies: pinned } = JSON.parse(readFileSync('package.json', 'utf8'));
const JSON_TYPE = 'app.use(express.json());';

const projects = {
  express4: {
    dependencies: { express: '4.22.1' },
    files: {
      'server.js': `const express = require('express');
const app = express();
${JSON_TYPE}
app.post('/own', (req, res) => res.json(req.body));
app.listen(3000);
`,
    },
    start: 'node --env-file=.env server.js',
  },
  express5: {
    type: 'module',
    dependencies: { express: pinned.express ?? '5.3.0' },
    files: {
      'src/server.js': `import express from 'express';
const app = express();
${JSON_TYPE}
app.post('/own', (req, res) => res.json(req.body));
app.listen(3000);
`,
    },
    start: 'node --env-file=.env src/server.js',
  },
  fastify: {
    type: 'module',
    dependencies: { fastify: pinned.fastify ?? '5' },
    files: {
      'server.js': `import Fastify from 'fastify';
const app = Fastify({
  logger: false,
});
app.post('/own', async (request) => request.body);
await app.listen({ port: 3000, host: 'localhost' });
`,
    },
    start: 'node --env-file=.env server.js',
  },
  koa: {
    dependencies: { koa: pinned.koa ?? '3', 'koa-bodyparser': '4.4.1' },
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
    start: 'node --env-file=.env server.js',
  },
  'hono-workers': {
    type: 'module',
    // The newest one that runs on the oldest supported Node.
    dependencies: { hono: pinned.hono ?? '4', wrangler: '4.86.0' },
    files: {
      'wrangler.jsonc':
        '{ "name": "app", "main": "src/index.js", "compatibility_date": "2026-01-01" }\n',
      'src/index.js': `import { Hono } from 'hono';
const app = new Hono();
app.post('/own', async (c) => c.json(await c.req.json()));
export default app;
`,
    },
    start: 'npx wrangler dev',
    port: 8787,
  },
  next: {
    dependencies: {
      next: pinned.next,
      react: pinned.react,
      'react-dom': pinned['react-dom'],
      vitest: '4.1.12',
      typescript: pinned.typescript ?? '5.9.3',
      '@types/node': '20.19.43',
      '@types/react': pinned['@types/react'],
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
    start: 'npx next dev',
  },
  empty: { start: 'npm start' },
};

const {
  type,
  dependencies,
  files,
  start,
  test = 'node --test',
  port: documentedPort = 3000,
} = projects[process.argv[2]];

const tarballs = process.cwd();
const scratch = mkdtempSync(join(tmpdir(), 'init-'));
const folder = join(scratch, 'app');
mkdirSync(folder);
const running = [];

const port = await holdPort();
// Other services may run on this machine: this one is found by its own folder.
const { SCREENING_SECRET: _, ...inherited } = process.env;
const env = {
  ...inherited,
  PORT: String(port),
  XDG_RUNTIME_DIR: scratch,
  WRANGLER_SEND_METRICS: 'false',
  NEXT_TELEMETRY_DISABLED: '1',
};

/** Starts a command in a group of its own, because npx starts the program as a child. */
function begin(command) {
  const child = spawn(command, { cwd: folder, env, shell: true, detached: true });
  const program = { command, child, out: '', ended: once(child, 'close') };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      program.out += stripVTControlCharacters(text);
      child.emit('shown');
    });
  }
  running.push(program);
  return program;
}

async function run(command) {
  const program = begin(command);
  assert.deepEqual(await program.ended, [0, null], `${command}\n${program.out}`);
  return program.out;
}

async function printed(program, text) {
  while (!program.out.includes(text)) {
    await Promise.race([once(program.child, 'shown'), program.ended]);
    const { exitCode } = program.child;
    assert.ok(
      exitCode === null || program.out.includes(text),
      `${program.command}\n${program.out}`,
    );
  }
}

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
  const cli = resolve('node_modules/.bin/screening-webhooks');
  const init = `${cli} init --yes --from ${tarballs}`;
  env.npm_config_prefer_offline = 'true';
  const shown = await run(init);
  const before = contents();
  assert.match(await run(init), /Nothing to change\./);
  assert.deepEqual(contents(), before);
  await run(test);

  const commands = [...shown.matchAll(/^ {2}\$ (\S.* screening-sandbox .*)$/gm)].map(
    ([, command]) => command.replace(/localhost:\d+/, `localhost:${port}`),
  );
  assert.equal(commands.length, 2, shown);
  await printed(begin(`${commands[0]} --port 0`), 'signing secret');
  const withPort = documentedPort === 8787 || start.includes('next') ? ` --port ${port}` : '';
  const app = begin(start + withPort);
  while (!(await listens(port))) {
    await Promise.race([sleep(50), app.ended]);
    assert.equal(app.child.exitCode, null, app.out);
  }
  await run(commands[1]);
  await printed(app, 'activate clinician-1');
  // The app's own routes get parsed JSON, as before.
  if (files) {
    const headers = { 'content-type': 'application/json' };
    const own = await fetch(`http://localhost:${port}/own`, {
      method: 'POST',
      headers,
      body: '[1]',
    });
    assert.deepEqual(await own.json(), [1]);
  }
} finally {
  for (const { child } of running) {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
  }
  for (const { ended } of running) await ended;
  rmSync(scratch, { recursive: true });
}
