import { defineConfig } from 'vitest/config';
import { everyRun, fromSource } from './vitest.from-source.ts';

// `npm run test:prometheus`: the queries of docs/operations.md and of the dashboard, evaluated by a real Prometheus.

export default defineConfig({
  ...fromSource,
  test: {
    ...everyRun,
    name: 'prometheus',
    globalSetup: [...everyRun.globalSetup, './tests/prometheus/each-run.ts'],
    include: ['tests/prometheus/*.test.ts'],
    silent: 'passed-only',
    // Only end a hang.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
