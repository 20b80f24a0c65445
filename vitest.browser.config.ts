import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { everyRun, fromSource } from './vitest.from-source.ts';

// `npm run test:browser`: what people do in the dashboard, and every page of the documentation site, in a real browser.

export default defineConfig({
  ...fromSource,
  test: {
    ...everyRun,
    globalSetup: [
      ...everyRun.globalSetup,
      './packages/sandbox/test/support/vitest-setup.ts',
      './packages/dashboard/test/support/chromium.ts',
    ],
    include: ['packages/dashboard/test-browser/**/*.test.ts', 'docs/site/test-browser/*.test.ts'],
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: availableParallelism(),
    silent: 'passed-only',
    // Only end a hang.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
