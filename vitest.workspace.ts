import { defineProject } from 'vitest/config';
import { at, conditions, everyRun, fromSource } from './vitest.from-source.ts';

// The list of Vitest projects. Vitest 4 no longer reads this file by itself: vitest.config.ts hands it over.
// Each project loads the modules anew in each worker, so there are few: `npx vitest run packages/koa` runs one package.

const withDatabases = [...everyRun.globalSetup, at('tests/support/drop-leftovers.ts')];

const tests = {
  ...everyRun,
  environment: 'node' as const,
  // A worker per file would load every module hundreds of times.
  isolate: false,
  // Only there to end a hang: no test may fail because the machine is slow.
  testTimeout: 900_000,
  expect: { poll: { timeout: 60_000 } },
  hookTimeout: 900_000,
};

export default [
  // The toolkit, the recipes of docs/frameworks.md in their frameworks, and the examples.
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'toolkit',
      include: [
        '{packages,examples}/*/test/**/*.test.ts',
        'tests/{frameworks/test,support}/**/*.test.ts',
      ],
      exclude: [
        '**/node_modules/**',
        'packages/{dashboard,postgres,sandbox}/**',
        '{packages/nestjs,examples/nestjs-app}/**',
      ],
      globalSetup: withDatabases,
    },
  }),
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'nestjs',
      // A process knows the handlers of all its classes, and an app is to provide each of them.
      isolate: true,
      include: ['{packages/nestjs,examples/nestjs-app}/test/**/*.test.ts'],
    },
  }),
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'postgres',
      include: ['packages/postgres/test/**/*.test.ts'],
      globalSetup: withDatabases,
    },
  }),
  // The core once more, on the WebCrypto half that every runtime but Node uses.
  defineProject({
    ssr: fromSource.ssr,
    resolve: {
      conditions,
      alias: { '#mac': at('packages/core/src/signature/mac-web.ts') },
    },
    test: {
      ...tests,
      name: 'core on WebCrypto',
      // What a MAC takes part in. The rest is the same code.
      include: ['packages/core/test/{signature,pipeline,requests}/**/*.test.ts'],
      // Not the tests on a fake clock: WebCrypto answers from another thread, whenever it likes.
      exclude: ['packages/core/test/pipeline/{claims,deadline}.test.ts'],
    },
  }),
  // The service and its dashboard, and what holds for the repository as a whole.
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'service',
      include: [
        'packages/{dashboard,sandbox}/test/**/*.test.ts',
        'docs/{test,site/test}/*.test.ts',
      ],
      globalSetup: [...withDatabases, at('packages/sandbox/test/support/vitest-setup.ts')],
    },
  }),
];
