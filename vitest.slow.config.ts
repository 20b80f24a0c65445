import { defineConfig } from 'vitest/config';
import { everyRun, fromSource } from './vitest.from-source.ts';

// `npm run test:slow`: the tests that need real time, or many processes. Each states its margins.

export default defineConfig({
  ...fromSource,
  test: {
    ...everyRun,
    globalSetup: [
      ...everyRun.globalSetup,
      './packages/sandbox/test/support/vitest-setup.ts',
      './tests/support/drop-leftovers.ts',
    ],
    include: ['{packages,examples}/*/test-slow/**/*.test.ts', 'docs/test-slow/*.test.ts'],
    // One at a time, so that no file uses up the margins of another.
    fileParallelism: false,
    silent: 'passed-only',
    // Only end a hang.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
