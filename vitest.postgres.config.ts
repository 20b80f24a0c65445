import { defineConfig } from 'vitest/config';
import { fromSource } from './vitest.from-source.ts';

// `npm run test:postgres`: the tests of the sandbox's service once more, on PostgreSQL.

export default defineConfig({
  ...fromSource,
  test: {
    globalSetup: './packages/sandbox/test/support/vitest-setup.ts',
    include: [
      'packages/sandbox/test/{adverse-actions,api,bulk-import,capabilities,control,engine,faults,hosted,integrations,invitations,onboarding,reports,site,verifications,webhooks}/**/*.test.ts',
      'packages/sandbox/test-slow/{adverse-actions,api,faults,hosted,reports,site,verifications,webhooks}/**/*.test.ts',
      'packages/sandbox/test-slow/bulk-import/{broken-rosters,interrupted}.test.ts',
      'packages/sandbox/test-slow/{determinism,real-clock}.test.ts',
    ],
    env: { SANDBOX_TEST_POSTGRES: '1' },
    isolate: false,
    // Only end a hang.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
