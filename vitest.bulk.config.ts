import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { everyRun, fromSource } from './vitest.from-source.ts';

// `npm run test:bulk`: the tests that are as deterministic as those of `npm test`, but too many, or on too much data.

export default defineConfig({
  ...fromSource,
  test: {
    ...everyRun,
    globalSetup: [
      ...everyRun.globalSetup,
      './packages/sandbox/test/support/vitest-setup.ts',
      './tests/support/drop-leftovers.ts',
    ],
    include: ['{packages,examples}/*/test-bulk/**/*.test.ts', 'docs/test-bulk/*.test.ts'],
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    silent: 'passed-only',
    // Only end a hang.
    testTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 900_000,
  },
});
