import { fileURLToPath } from 'node:url';

// Siblings resolve to their sources, so no build is needed before a test. Vitest hands these to Node as well, where
// `import` or `module` in the list would break packages that tell `require` apart.
export const conditions = ['@screening-webhooks/source', 'node'];

/** The path of a file of the repository. */
export const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Settings of every run: a folder for the files of its tests, and the seed of their random inputs. */
export const everyRun = {
  globalSetup: [at('tests/support/run-folder.ts')],
  setupFiles: [at('tests/support/fixed-seed.ts')],
};

/** What every configuration resolves imports by. */
export const fromSource = {
  resolve: {
    conditions,
    // Node cannot run TypeScript in a worker thread. This file names the bundle that tests start instead.
    alias: { '#worker-file': at('packages/sandbox/test/support/worker-file.ts') },
  },
  ssr: { resolve: { conditions } },
};
