import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineProject, type TestProjectConfiguration } from 'vitest/config';
import { conditions, fromSource } from './vitest.from-source.ts';

// The list of Vitest projects. Vitest 4 no longer reads this file by itself: vitest.config.ts hands it over.

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Projects whose tests call startSandbox(), and so need that bundle.
const usesSandbox = new Set([
  'dashboard',
  'sandbox',
  'express-existing-app',
  'hono-edge',
  'koa-app',
  'repository',
]);

function packagesIn(folder: string): { name: string; root: string }[] {
  return readdirSync(at(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, root: at(`${folder}/${name}`) }));
}

const tests = (name: string, root: string) => ({
  name,
  root,
  include: ['test/**/*.test.ts'],
  environment: 'node' as const,
  // A worker per file would load every module 180 times.
  isolate: false,
  setupFiles: name === 'postgres' ? [`${root}/test/support/each-file.ts`] : [],
  globalSetup: [
    ...(usesSandbox.has(name) ? [at('./packages/sandbox/test/support/vitest-setup.ts')] : []),
    ...(name === 'dashboard' ? [`${root}/test/support/chromium.ts`] : []),
  ],
  // Only there to end a hang: no test may fail because the machine is slow.
  testTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  hookTimeout: 120_000,
});

const projects: TestProjectConfiguration[] = [
  ...[...packagesIn('./packages'), ...packagesIn('./examples')].map(({ name, root }) =>
    defineProject({ ...fromSource, test: tests(name, root) }),
  ),
  // The core once more, on the WebCrypto half that every runtime but Node uses.
  defineProject({
    ssr: fromSource.ssr,
    resolve: {
      conditions,
      alias: { '#mac': at('./packages/core/src/signature/mac-web.ts') },
    },
    test: {
      ...tests('core on WebCrypto', at('./packages/core')),
      // What a MAC takes part in. The rest is the same code.
      include: ['test/{signature,pipeline,adapters/fetch}/**/*.test.ts'],
      // Not the tests on a fake clock: WebCrypto answers from another thread, whenever it likes.
      exclude: ['test/pipeline/claims.test.ts', 'test/pipeline/deadline.test.ts'],
    },
  }),
  // The recipes of docs/frameworks.md in their frameworks.
  defineProject({ ...fromSource, test: tests('frameworks', at('./tests/frameworks')) }),
  // The README's code blocks, and what holds for the repository as a whole.
  defineProject({ ...fromSource, test: { ...tests('repository', at('./docs')) } }),
  // One compiler run for all type tests.
  defineProject({
    test: {
      name: 'types',
      root: at('.'),
      include: [],
      typecheck: {
        enabled: true,
        only: true,
        tsconfig: at('./tsconfig.json'),
        include: ['packages/*/test/**/*.test-d.ts'],
      },
    },
  }),
];

export default projects;
