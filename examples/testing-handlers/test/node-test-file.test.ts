import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

// The timeout only ends a hang.
test('the test for node:test passes there', { timeout: 120_000 }, async () => {
  const { stdout } = await run(
    process.execPath,
    // The condition resolves the packages to their sources, so that no build is needed.
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
