import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { everyRun, fromSource } from './vitest.from-source.ts';

// `npm run test:postgres`: the tests of the sandbox's service once more, on PostgreSQL.

export default defineConfig({
  ...fromSource,
  test: {
    ...everyRun,
    globalSetup: [
      ...everyRun.globalSetup,
      './packages/sandbox/test/support/vitest-setup.ts',
      './tests/support/drop-leftovers.ts',
    ],
    include: [
      'packages/sandbox/test/service/{capabilities,control,engine,faults,http,login,pages,site}/**/*.test.ts',
      'packages/sandbox/test-bulk/service/{capabilities/{adverse-actions,reports,verifications,webhooks},http}/**/*.test.ts',
      'packages/sandbox/test-bulk/service/capabilities/bulk-import/{broken-rosters,interrupted}.test.ts',
      'packages/sandbox/test-bulk/{determinism,real-clock,shared-slots}.test.ts',
    ],
    env: { SANDBOX_TEST_POSTGRES: '1' },
    isolate: false,
    maxWorkers: availableParallelism(),
    silent: 'passed-only',
    // Only end a hang.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
