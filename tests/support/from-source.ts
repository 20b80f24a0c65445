import { fileURLToPath } from 'node:url';

// Siblings resolve to their sources, so no build is needed before a test. Vitest hands these to Node as well, where
// `import` or `module` in the list would break packages that tell `require` apart.
export const conditions = ['@screening-webhooks/source', 'node'];

/** The path of a file of the repository. */
export const at = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Settings of every run. */
export const everyRun = {
  // A folder for the files of the run's tests.
  globalSetup: [at('tests/support/run-folder.ts')],
  // The seed of random inputs, and a check that a file leaves nothing to the next.
  setupFiles: [at('tests/support/each-file.ts')],
  // A test leaves nothing to the next.
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  // Independent of the machine's time zone and language. A worker and its children start with these.
  env: {
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    // Each AWS client would warn that its versions of next year need a newer Node.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  },
};

/** How every configuration resolves imports. */
export const fromSource = {
  resolve: {
    conditions,
    // Node cannot run TypeScript in a worker thread. This file names the bundle that tests start instead.
    alias: { '#worker-file': at('packages/sandbox/test/support/worker-file.ts') },
  },
  ssr: { resolve: { conditions } },
};
