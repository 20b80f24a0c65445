import { fileURLToPath } from 'node:url';

// Siblings resolve to their sources, so no build is needed before a test. Vitest hands these to Node as well, where
// `import` or `module` in the list would break packages that tell `require` apart.
export const conditions = ['@screening-webhooks/source', 'node'];

// Node cannot run TypeScript in a worker thread, so tests start one that is bundled from source.
const workerFile = new URL('./packages/sandbox/test/support/worker-file.ts', import.meta.url);

/** What every configuration resolves imports by. */
export const fromSource = {
  resolve: { conditions, alias: { '#worker-file': fileURLToPath(workerFile) } },
  ssr: { resolve: { conditions } },
};
