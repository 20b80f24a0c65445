import { defineConfig } from 'vitest/config';
import { fromSource } from './vitest.from-source.ts';

// `npm run test:slow`: the tests that need real time, or processes and services in bulk. Each states its margins.

export default defineConfig({
  ...fromSource,
  test: {
    globalSetup: './packages/sandbox/test/support/vitest-setup.ts',
    include: [
      '{packages,examples}/*/test-slow/**/*.test.ts',
      'docs/test-slow/*.test.ts',
      // Once more, with every fault.
      'examples/*/test/sandbox.test.ts',
    ],
    env: { EVERY_FAULT: '1' },
    // One at a time, so that no file uses up the margins of another.
    fileParallelism: false,
    // Only end a hang.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
