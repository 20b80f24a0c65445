// Compiles the code blocks of the packed READMEs as files of their own, as a user would paste them. Left out are those that import
// what this project has not installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const scope = 'node_modules/@screening-webhooks';
const installed = ['@aws-sdk', 'express', 'fastify', 'hono', 'koa', 'ioredis', 'zod', 'pino'];
const isHere = (specifier) =>
  specifier.startsWith('@screening-webhooks/') ||
  specifier.startsWith('node:') ||
  installed.includes(specifier.split('/')[0]);

const pages = readdirSync(scope).map((name) => ({
  name,
  page: readFileSync(join(scope, name, 'README.md'), 'utf8'),
}));
const blocks = [{ name: 'root', page: readFileSync('README.md', 'utf8') }, ...pages].flatMap(
  ({ name, page }) =>
    [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code], index) => ({
      file: `${name}-${index + 1}.mts`,
      code,
    })),
);
const whole = blocks.filter(({ code }) =>
  [...code.matchAll(/^(?:import|export|\}).* from '([^']+)'/gm)].every(([, specifier]) =>
    isHere(specifier),
  ),
);
assert.ok(whole.length > 30, `${whole.length} of ${blocks.length} blocks`);

rmSync('pasted', { recursive: true, force: true });
mkdirSync('pasted');
for (const { file, code } of whole) writeFileSync(join('pasted', file), `${code}\nexport {};\n`);
const options = '--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node';
const files = whole.map(({ file }) => join('pasted', file));
const { status, stdout } = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', ...options.split(' '), ...files],
  { encoding: 'utf8' },
);
assert.equal(status, 0, stdout);
