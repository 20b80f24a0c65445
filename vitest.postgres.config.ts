import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// `npm run test:postgres`: the tests of the sandbox's service once more, on PostgreSQL.

const conditions = ['@screening-webhooks/source', 'node'];
const workerFile = new URL('./packages/sandbox/test/support/worker-file.ts', import.meta.url);
const alias = { '#worker-file': fileURLToPath(workerFile) };

export default defineConfig({
  resolve: { conditions, alias },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: './packages/sandbox/test/support/vitest-setup.ts',
    include: [
      'packages/sandbox/test/{api,capabilities,control,engine,faults,integrations,verifications,webhooks}/**/*.test.ts',
      'packages/sandbox/test/determinism.test.ts',
    ],
    env: { SANDBOX_TEST_POSTGRES: '1' },
    isolate: false,
    // Only end a hang.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
