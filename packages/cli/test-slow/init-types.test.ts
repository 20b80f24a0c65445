import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, it } from 'vitest';
import { receiverFile } from '../src/init/templates/receiver.js';
import { receiverTest } from '../src/init/templates/receiver-test.js';

const FRAMEWORKS = ['express', 'fastify', 'hono', 'koa', 'next'] as const;

const MOUNTS = `import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { screening as forExpress } from './express.js';
import { screening as forFastify } from './fastify.js';
import { screening as forHono } from './hono.js';
import { screening } from './koa.js';

express().post('/webhooks/screening', forExpress);
fastify().register(forFastify, { prefix: '/webhooks/screening' });
new Hono().post('/webhooks/screening', forHono);
new Koa().use((ctx, next) => (ctx.path === '/webhooks/screening' ? screening(ctx, next) : next()));
`;

it('the files that init writes compile in a strict project', () => {
  // In the package, whose dependencies the files import.
  const folder = scratchFolder(fileURLToPath(new URL('..', import.meta.url)));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  for (const framework of FRAMEWORKS) {
    const dialect = { module: 'esm', typescript: true } as const;
    const route = framework === 'next';
    write(`${framework}.ts`, receiverFile(framework, dialect));
    for (const runner of ['vitest', 'node:test'] as const) {
      const path = `${framework}.${runner.replace(':', '-')}.ts`;
      write(path, receiverTest({ ...dialect, runner, route, from: `./${framework}.js` }));
    }
  }
  write('mounts.ts', MOUNTS);
  write('tsconfig.json', JSON.stringify({ extends: '../../../tsconfig.json', include: ['*.ts'] }));
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiler = join(dirname(manifest), 'bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
