import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from '@sveltejs/kit';
import { afterAll, beforeAll, expect, expectTypeOf, it, vi } from 'vitest';
import { setVariables } from '../../../packages/sandbox/src/cli/start/set-variables.js';
import { conditions } from '../../support/from-source.js';
import { newFolderBeside } from '../../support/run-folder.js';
import type { POST } from '../recipes/sveltekit.js';
import { answerOf, delivery, SECRET } from './support.js';

// `vite dev` of a project whose secret is only in the `.env` that `--write-env` of the sandbox writes: Vite does not put it
// into `process.env`, so only the real server shows whether the recipe finds it.

const here = fileURLToPath(new URL('.', import.meta.url));
const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
const recipe = readFileSync(new URL('../recipes/sveltekit.ts', import.meta.url), 'utf8');
const settings = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Nothing runs in a browser, and no file changes.
  optimizeDeps: { noDiscovery: true },
  server: { host: '127.0.0.1', port: 0, watch: null },
  cacheDir: '.vite',
};

const files: Readonly<Record<string, string | Uint8Array>> = {
  '.env': setVariables(Buffer.from('# of the app\n'), new Map([['SCREENING_SECRET', SECRET]])),
  'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';
const settings = ${JSON.stringify(settings)};
// The packages run from their sources.
settings.ssr.noExternal = [/^@screening-webhooks/];
export default { ...settings, plugins: [sveltekit()] };`,
  'src/app.html': '%sveltekit.head% %sveltekit.body%',
  'src/routes/webhooks/screening/+server.ts': recipe,
  'src/routes/always/+server.ts': `${recipe}export const trailingSlash = 'always';`,
  'src/routes/ignore/+server.ts': `${recipe}export const trailingSlash = 'ignore';`,
  'src/routes/unset/+server.ts': recipe.replaceAll('SCREENING_SECRET', 'UNSET_SECRET'),
};

let folder: string;
let server: ChildProcess;
let output = '';

beforeAll(async () => {
  folder = newFolderBeside(here);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  server = spawn(process.execPath, [vite, 'dev', '--configLoader', 'native'], {
    cwd: folder,
    // Without the variables of the tests: neither a secret, nor what tells plugins that this is a test.
    env: { PATH: process.env['PATH'], NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  await vi.waitUntil(url, { interval: 20, timeout: 60_000 });
});

afterAll(async () => {
  const ended = once(server, 'close');
  server.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

function url(): string | undefined {
  if (server.exitCode !== null) throw new Error(output);
  return /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
}

const post = async (
  path: string,
  { headers, body }: Pick<Awaited<ReturnType<typeof delivery>>, 'headers' | 'body'>,
) => fetch(`${url()}${path}`, { method: 'POST', headers, body, redirect: 'manual' });

it('finds the secret in the file, and runs the handler over the exact bytes', async () => {
  expectTypeOf<typeof POST>().toExtend<RequestHandler>();
  const sent = await delivery('evt_sveltekit');
  expect(await answerOf(await post('/webhooks/screening', sent))).toEqual([
    200,
    { outcome: 'processed' },
  ]);
  await expect.poll(() => output).toContain('evt_sveltekit Zoë 看護師 🩺');
});

it('refuses a delivery that was changed', async () => {
  const changed = (await delivery('evt_changed')).tampered();
  const refused = { outcome: 'rejected', code: 'signature_mismatch' };
  expect(await answerOf(await post('/webhooks/screening', changed))).toEqual([401, refused]);
});

it('answers 503 where the file does not set the variable, and the log says why', async () => {
  const sent = await delivery('evt_unset');
  expect(await answerOf(await post('/unset', sent))).toEqual([503, { outcome: 'unavailable' }]);
  await expect.poll(() => output).toContain('UNSET_SECRET is not set.');
});

it.each([
  ['never', '/webhooks/screening', 200],
  ['never', '/webhooks/screening/', 308],
  ['always', '/always', 308],
  ['always', '/always/', 200],
  ['ignore', '/ignore', 200],
  ['ignore', '/ignore/', 200],
])('with trailingSlash: %s, %s is answered %i', async (setting, path, status) => {
  const sent = await delivery(`evt_${setting}${path}`);
  expect((await post(path, sent)).status).toBe(status);
});
