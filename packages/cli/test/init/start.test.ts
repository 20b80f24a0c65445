import { expect, it } from 'vitest';
import { init, projectOf } from './projects.js';

type Files = Readonly<Record<string, string>>;

/** A project, and how `init` says to start it. */
interface Case {
  readonly dependencies?: Files;
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly files: Files;
  /** The line to copy, if there is one. */
  readonly command: string | undefined;
  /** Default: 3100. `null` if it is not found. */
  readonly port?: number | null;
  /** How the variables reach the app. Default: by the command. */
  readonly way?: string;
}

const EXPRESS = "const express = require('express');\nconst app = express();\n";
const EXPORTED = `${EXPRESS}module.exports = app;\n`;
const LISTENING =
  "const app = require('./src/app');\n// app.listen(9999)\napp.listen(process.env.PORT || 3100);\n";
const split = { 'src/app.js': EXPORTED, 'server.js': LISTENING };
const start = (script: string, more: Files = {}) => ({ scripts: { start: script, ...more } });
const TYPED = "import express from 'express';\nconst app = express();\n";
const typed = (rest: string) => ({ 'src/index.ts': TYPED + rest, 'tsconfig.json': '{}' });
const listens = (expression: string, before = '') => ({
  'server.js': `${EXPRESS}${before}\napp.listen(${expression}, () => console.log(8888));\n`,
});
const started = 'node --env-file=.env server.js';

const cases: Readonly<Record<string, Case>> = {
  'a server beside the app': {
    manifest: { main: 'server.js', ...start('node server.js') },
    files: split,
    command: started,
  },
  'a server beside the app, by main': {
    manifest: { main: 'server.js' },
    files: split,
    command: started,
  },
  'a server beside the app, by nothing': { files: split, command: started },
  'a main that does not listen': {
    manifest: { main: 'src/app.js' },
    files: split,
    command: started,
  },
  'a main that does not exist': { manifest: { main: 'index.js' }, files: split, command: started },
  'a file that starts the one that listens': {
    files: {
      'index.js': "require('./lib/server').begin();",
      'lib/server.js': `${EXPRESS}exports.begin = () => app.listen(3100);`,
    },
    command: 'node --env-file=.env index.js',
  },
  'options and arguments of the script': {
    manifest: start('NODE_ENV=production node --max-old-space-size=512 server.js --quiet'),
    files: split,
    command: 'NODE_ENV=production node --env-file=.env --max-old-space-size=512 server.js --quiet',
  },
  'cross-env': {
    manifest: start('cross-env NODE_ENV=production node server'),
    files: split,
    command: 'npx --no -- cross-env NODE_ENV=production node --env-file=.env server',
  },
  'a script that has the file': {
    manifest: start('node --env-file=.env server.js'),
    files: split,
    command: 'npm start',
  },
  'a script that has another file': {
    manifest: start('node --env-file=.env.local server.js'),
    files: split,
    command: 'node --env-file=.env --env-file=.env.local server.js',
  },
  'an app that loads the file': {
    manifest: start('nodemon server.js'),
    files: { ...split, 'src/app.js': `require("dotenv").config();\n${EXPORTED}` },
    command: 'npm start',
  },
  'an app that has dotenv': {
    dependencies: { express: '5', dotenv: '17' },
    manifest: start('node server.js'),
    files: split,
    command: 'npm start',
  },
  'an app that loads another file': {
    dependencies: { express: '5', dotenv: '17' },
    manifest: start('node server.js'),
    files: {
      ...split,
      'src/app.js': `require('dotenv').config({ path: '.env.app' });\n${EXPORTED}`,
    },
    command: started,
  },
  'a script that calls a script': {
    manifest: start('npm run serve', { serve: 'node server.js' }),
    files: split,
    command: started,
  },
  'scripts that call each other': {
    manifest: start('npm run dev', { dev: 'npm run start' }),
    files: split,
    command: 'npm start',
    way: 'with .env in its environment:',
  },
  'a step before the start': {
    manifest: start('node server.js', { prestart: 'node lint.js' }),
    files: split,
    command: `npm run prestart && ${started}`,
  },
  nodemon: { manifest: start('nodemon server.js'), files: split, command: started },
  'a program that init does not know': {
    manifest: start('pm2-runtime server.js'),
    files: split,
    command: 'npm start',
    way: 'with .env in its environment:',
  },
  'a pipe': {
    manifest: start('node server.js | pino-pretty'),
    files: split,
    command: 'npm start',
    way: 'with .env in its environment:',
  },
  'only a script for development': {
    manifest: { scripts: { dev: 'node --watch server.js' } },
    files: split,
    command: 'node --env-file=.env --watch server.js',
  },
  'pnpm, a build and tsx': {
    manifest: start('node dist/index.js', { dev: 'tsx watch src/index.ts', build: 'tsc' }),
    files: { ...typed('app.listen(3100);'), 'pnpm-lock.yaml': '' },
    command: 'pnpm exec tsx watch --env-file=.env src/index.ts',
  },
  'a build': {
    manifest: start('node dist/index.js', { build: 'tsc' }),
    files: typed('const port: number = Number(process.env.PORT) || 3100;\napp.listen(port);'),
    command: 'npm run build && node --env-file=.env dist/index.js',
  },
  'a build in the script': {
    manifest: start('yarn build && node dist/index.js', { build: 'tsc' }),
    files: { ...typed('app.listen(3100);'), 'yarn.lock': '' },
    command: 'yarn build && node --env-file=.env dist/index.js',
  },
  'a build by a program': {
    manifest: start('tsc && node dist/index.js'),
    files: typed('app.listen(3100);'),
    command: 'npm start',
    way: 'with .env in its environment:',
  },
  'a build of an app that loads the file': {
    manifest: start('node dist/index.js', { build: 'tsc' }),
    files: typed("import 'dotenv/config';\napp.listen(3100);"),
    command: 'npm run build && npm start',
  },
  'TypeScript without a script, with tsx': {
    dependencies: { express: '5', tsx: '4' },
    files: typed('app.listen(3100);'),
    command: 'npx --no -- tsx --env-file=.env src/index.ts',
  },
  'TypeScript without a script': {
    files: typed('app.listen(3100);'),
    command: undefined,
    way: 'Start the app, src/index.ts, with .env in its environment.',
  },
  'ts-node': {
    manifest: start('ts-node src/index.ts'),
    files: typed('app.listen(3100);'),
    command: 'npm start',
    way: 'with .env in its environment:',
  },
  bun: {
    manifest: start('bun --hot src/index.ts'),
    files: { ...typed('app.listen(Bun.env.PORT ?? 3100);'), 'bun.lock': '' },
    command: 'bun run start',
  },
  'express-generator': {
    manifest: start('node ./bin/www'),
    files: {
      'app.js': "var express = require('express');\nvar app = express();\nmodule.exports = app;\n",
      'bin/www': `#!/usr/bin/env node
var app = require('../app');
var debug = require('debug')('app:server');
var http = require('http');
/**
 * Get port from environment and store in Express.
 */
var port = normalizePort(process.env.PORT || '3100');
app.set('port', port);
var server = http.createServer(app);
server.listen(port);
server.on('error', onError);
function normalizePort(val) {
  var port = parseInt(val, 10);
  return port;
}
`,
    },
    command: 'node --env-file=.env ./bin/www',
  },
  koa: {
    dependencies: { koa: '3' },
    manifest: start('node index.mjs'),
    files: {
      'index.mjs':
        "import Koa from 'koa';\nconst app = new Koa();\nconst { PORT = '3100' } = process.env;\nhttp.createServer(app.callback()).listen(Number(PORT));\n",
    },
    command: 'node --env-file=.env index.mjs',
  },
  fastify: {
    dependencies: { fastify: '5' },
    manifest: start('node .'),
    files: {
      'index.js':
        "const fastify = require('fastify')();\nfastify.listen({ host: '0.0.0.0', port: 3100 }, (error) => {});\n",
    },
    command: 'node --env-file=.env .',
  },
  'hono on Node': {
    dependencies: { hono: '4', '@hono/node-server': '2', tsx: '4' },
    manifest: { scripts: { dev: 'tsx watch src/index.ts' } },
    files: {
      'src/index.ts':
        "import { serve } from '@hono/node-server';\nimport { Hono } from 'hono';\nconst app = new Hono();\nconst port = 3100;\nserve({ fetch: app.fetch, port }, (info) => console.log(info.port));\n",
    },
    command: 'npx --no -- tsx watch --env-file=.env src/index.ts',
  },
  'hono on Bun': {
    dependencies: { hono: '4' },
    files: {
      'index.ts':
        "import { Hono } from 'hono';\nconst app = new Hono();\nexport default { port: 3100, fetch: app.fetch };\n",
      'bun.lock': '',
    },
    command: 'bun run index.ts',
  },
  'hono on Workers': {
    dependencies: { hono: '4', wrangler: '4' },
    manifest: { scripts: { dev: 'wrangler dev --port 3100' } },
    files: { 'src/index.js': "import { Hono } from 'hono';\nconst app = new Hono();\n" },
    command: 'npm run dev',
  },
  'hono on Workers, with a port in its settings': {
    dependencies: { hono: '4' },
    files: {
      'src/index.js': "import { Hono } from 'hono';\nconst app = new Hono();\n",
      'wrangler.toml': 'name = "a"\n[dev]\ninspector_port = 9229\nport = 3100\n',
    },
    command: 'npx --no -- wrangler dev',
  },
  'Next.js': {
    dependencies: { next: '16' },
    manifest: { scripts: { dev: 'next dev -p 3100' } },
    files: { 'app/page.js': '' },
    command: 'npm run dev',
  },
  'a default by a name': {
    files: listens(
      'port',
      'const DEFAULT_PORT = 3100;\nconst port = process.env.PORT ?? DEFAULT_PORT;',
    ),
    command: started,
  },
  'a number with a radix': {
    files: listens("parseInt(process.env.PORT || '3100', 10)"),
    command: started,
  },
  'a setting of Express': {
    files: listens("app.get('port')", "app.set('port', process.env.PORT || 3100);"),
    command: started,
  },
  'settings in a file of their own': {
    files: {
      ...listens('config.port', "const config = require('./config');\nconst db = require('./db');"),
      'config/index.js':
        'module.exports = { db: { host: "a" }, port: +process.env.PORT || 3100, limit: 5000 };',
      'db.js': 'module.exports = { port: 5432 };',
    },
    command: started,
  },
  'a schema of the environment': {
    files: {
      'index.mjs':
        "import express from 'express';\nimport { env } from './env.mjs';\nconst app = express();\napp.listen(env.PORT);\n",
      'env.mjs':
        'export const env = z.object({\n  PORT: z.coerce\n    .number()\n    .max(65535)\n    .default(4000),\n}).parse(process.env);\n',
      '.env': 'PORT=3100\n',
    },
    command: 'node --env-file=.env index.mjs',
  },
  'a server of metrics beside it': {
    files: {
      'server.js': `${EXPRESS}const metrics = createServer(count);\nmetrics.listen(9090);\napp.listen(3100);\n`,
    },
    command: started,
  },
  'a variable in .env': {
    files: { ...listens('process.env.PORT || 4000'), '.env': '\ufeffPORT="3100"\n' },
    command: started,
  },
  'a variable of another name': {
    files: {
      ...listens("process.env['HTTP_PORT'] || 4000"),
      '.env': 'PORT=5000\nexport HTTP_PORT=3100 # ours\n',
    },
    command: started,
  },
  'a variable without a default': {
    files: { ...listens('process.env.PORT'), '.env.example': 'PORT=3100\n' },
    command: started,
  },
  'a variable in the script': {
    manifest: start('PORT=3100 node server.js'),
    files: { ...listens('process.env.PORT || 4000'), '.env': 'PORT=5000\n' },
    command: 'PORT=3100 node --env-file=.env server.js',
  },
  'a number, whatever .env has': {
    files: { ...listens('3100'), '.env': 'PORT=4000\n' },
    command: started,
  },
  'a port that nothing says': { files: listens('choose()'), command: started, port: null },
  'a port of the machine': { files: listens('0'), command: started, port: null },
  'an app that nothing starts': {
    files: { 'app.js': EXPORTED },
    command: 'node --env-file=.env app.js',
    port: null,
  },
  'no app': {
    files: {},
    command: undefined,
    port: null,
    way: 'Start the app with .env in its environment.',
  },
};

it.each(Object.entries(cases))('%s', async (_name, project) => {
  const { dependencies = { express: '4.21.0' }, manifest, files, command, port = 3100 } = project;
  const { out, exit } = await init(projectOf(dependencies, files, manifest), { args: [] });
  expect(exit).toBe(0);
  const end = out.slice(out.indexOf('To the first event:'));
  const [sandbox = '', ...others] = [...end.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line);
  const trigger = others.pop();
  expect(trigger).toContain('screening-sandbox trigger document_verification.completed');
  expect(others).toEqual(command === undefined ? [] : [command]);
  expect(sandbox).toContain(` http://localhost:${port ?? 3000}/webhooks/screening `);
  const unknown = 'put the port of your app in place of 3000.';
  expect(end.includes(unknown)).toBe(port === null);
  expect(end.replaceAll(/\s+/g, ' ')).toContain(project.way ?? 'Start the app with it: $ ');
});
