import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

test('the test for node:test passes there', async () => {
  const { stdout } = await run(
    process.execPath,
    // The condition takes the packages from their sources, so that they need not be built before.
    [
      '--conditions=@screening-webhooks/source',
      '--import=tsx',
      '--test',
      '--test-reporter=tap',
      'test/handlers.node-test.ts',
    ],
    { cwd: root },
  );
  expect(stdout).toContain('a confirmed license finishes its order');
  expect(stdout).toMatch(/^# pass 1$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
});
