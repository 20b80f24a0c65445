import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// The tests that need real time or many processes. Each states its margins.

const conditions = ['@screening-webhooks/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'postgres, slow',
    root: fileURLToPath(new URL('..', import.meta.url)),
    // One at a time, so that no file uses up the margins of another.
    fileParallelism: false,
    // Only end a hang.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
