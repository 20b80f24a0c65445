import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fixture, sign } from '@screening-webhooks/testing';
import { newFolder } from 'screening-webhooks-test-support/run-folder';
import { expect, it } from 'vitest';

const SCREENING_SECRET = 'whsec_sqlite';
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts the app on a file, and returns its address. */
async function start(file: string): Promise<{ app: ChildProcess; url: string }> {
  const app = spawn(
    process.execPath,
    [
      '--conditions=@screening-webhooks/source',
      '--import',
      'tsx',
      'examples/express-sqlite/src/server.ts',
    ],
    {
      cwd: root,
      env: { ...process.env, DATABASE: file, PORT: '0', SCREENING_SECRET },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  for await (const line of createInterface(app.stdout)) {
    const [, port] = /port: (\d+)/.exec(line) ?? [];
    if (port !== undefined) return { app, url: `http://127.0.0.1:${port}` };
  }
  throw new Error('The app has ended.');
}

it('an event that was processed before kill -9 does not run again, and its effect is there', async () => {
  const file = join(newFolder(), 'screening.db');
  const { headers, body } = await sign(fixture('document_verification.completed'), {
    secret: SCREENING_SECRET,
  });
  const answers: unknown[] = [];
  for (const _run of [1, 2]) {
    const { app, url } = await start(file);
    const answer = await fetch(`${url}/webhooks/screening`, { method: 'POST', headers, body });
    answers.push(await answer.json(), await (await fetch(`${url}/activations`)).json());
    app.kill('SIGKILL');
    await once(app, 'exit');
  }
  const activations = [{ clinician: 'clinician-4711' }];
  expect(answers).toEqual([
    { outcome: 'processed' },
    activations,
    { outcome: 'duplicate' },
    activations,
  ]);
}, 60_000);
