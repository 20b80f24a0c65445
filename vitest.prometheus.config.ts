import { defineConfig } from 'vitest/config';

// `npm run test:prometheus`: the queries of docs/operations.md and of the dashboard, evaluated by a real Prometheus.

const conditions = ['@screening-webhooks/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'prometheus',
    globalSetup: './tests/prometheus/each-run.ts',
    include: ['tests/prometheus/*.test.ts'],
    silent: 'passed-only',
    // Only end a hang.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
