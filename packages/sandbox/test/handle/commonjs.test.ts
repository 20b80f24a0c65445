import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { bundle, cacheFolder } from '../support/bundle-worker.js';

const execute = promisify(execFile);
const folder = `${cacheFolder}/commonjs`;

// The layout of dist: an ES module for the worker, CommonJS for the modules that a test requires.
beforeAll(async () => {
  for (const [format, type] of [
    ['cjs', 'commonjs'],
    ['esm', 'module'],
  ]) {
    mkdirSync(`${folder}/${format}`, { recursive: true });
    writeFileSync(`${folder}/${format}/package.json`, JSON.stringify({ type }));
  }
  await bundle('test/support/fake-worker.ts', 'commonjs/esm/thread/worker.js');
  const conditions = ['@screening-webhooks/source', 'require'];
  await bundle('src/index.ts', 'commonjs/cjs/index.js', { format: 'cjs', conditions });
});

async function run(program: string): Promise<{ stdout: string; stderr: string }> {
  const file = `${folder}/cjs/program.js`;
  writeFileSync(file, program);
  // The timeout only ends a hang.
  return execute(process.execPath, [file], { timeout: 60_000 });
}

it('runs in CommonJS, and a process that forgets to close it ends', async () => {
  const program = `
    const { startSandbox } = require('./index.js');
    async function main() {
      const sandbox = await startSandbox({ deliverTo: () => new Response() });
      const body = { state: 'CA' };
      const created = await sandbox.api.POST('/v1/document-verifications', { body });
      const { verificationId } = created.data;
      await sandbox.clock.advance('15m');
      const [{ status }] = await sandbox.deliveries.of(verificationId);
      // The only pending work: a pending call keeps the process alive.
      const timeout = sandbox.deliveries.waitFor(() => false, { timeout: 100 });
      console.log(status, (await timeout.catch((error) => error)).code);
    }
    main();`;
  expect((await run(program)).stdout).toBe('succeeded nothing_due\n');
});

it('keeps the process while the service starts, and ends it when that fails', async () => {
  const program = `
    const { startSandbox } = require('./index.js');
    startSandbox({ port: 1 }).catch(({ code, message }) => console.log(code, message));`;
  expect((await run(program)).stdout).toBe(
    'not_started the sandbox did not start: listen EADDRINUSE\n',
  );
});

it('keeps the process until a call says why the thread died', async () => {
  const program = `
    const { startSandbox } = require('./index.js');
    async function main() {
      const sandbox = await startSandbox();
      const call = sandbox.verifications.list({ externalId: 'crash' });
      console.log((await call.catch((error) => error)).message);
    }
    main();`;
  expect((await run(program)).stdout).toBe("the sandbox's thread ended: a bug of the service\n");
});

it('prints the failures that the service survives', async () => {
  const program = `
    const { startSandbox } = require('./index.js');
    startSandbox().then((sandbox) => sandbox.verifications.list({ externalId: 'fail' }));`;
  expect((await run(program)).stderr).toBe(
    'screening-sandbox: Error: a failure that the service survives\n',
  );
});

it('keeps loaders and preloaded modules of the test out of the thread', async () => {
  const preload = `${folder}/cjs/preload.js`;
  writeFileSync(preload, 'globalThis.fetch = () => {}; console.log("loaded");');
  const file = `${folder}/cjs/preloaded.js`;
  writeFileSync(file, `require('./index.js').startSandbox();`);
  // Node splits the variable at spaces, and reads quotes and backslashes as in JSON.
  const inEnvironment = { ...process.env, NODE_OPTIONS: `--require ${JSON.stringify(preload)}` };
  const both = await Promise.all([
    execute(process.execPath, ['--require', preload, file]),
    execute(process.execPath, [file], { env: inEnvironment }),
  ]);
  expect(both.map(({ stdout }) => stdout)).toEqual(['loaded\n', 'loaded\n']);
});
