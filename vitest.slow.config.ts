import { defineConfig } from 'vitest/config';

// `npm run test:slow`: the tests that need real time, or processes and services in bulk. Each states its margins.

const conditions = ['@screening-webhooks/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: './packages/sandbox/test/support/vitest-setup.ts',
    include: ['{packages,examples}/*/test-slow/**/*.test.ts'],
    // One at a time, so that no file uses up the margins of another.
    fileParallelism: false,
    // Only end a hang.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
