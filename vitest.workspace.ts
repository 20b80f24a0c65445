import { availableParallelism } from 'node:os';
import { defineProject, type Plugin } from 'vitest/config';
import { at, conditions, everyRun, fromSource } from './tests/support/from-source.ts';

// The list of Vitest projects. Vitest 4 no longer reads this file by itself: vitest.config.ts hands it over.
// Each project loads the modules anew in each worker, so there are few: `npx vitest run packages/koa` runs one package.

const withDatabases = [...everyRun.globalSetup, at('tests/support/drop-leftovers.ts')];
const withSandbox = [...withDatabases, at('packages/sandbox/test/support/vitest-setup.ts')];

const countPglites = [...everyRun.setupFiles, at('tests/support/count-pglites.ts')];

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

/** The projects of `npm test`. */
export const inner = [
  // The toolkit, the recipes of docs/frameworks.md in their frameworks, and the examples.
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'toolkit',
      setupFiles: countPglites,
      include: [
        '{packages,examples}/*/test/**/*.test.ts',
        'tests/{frameworks/test,support}/**/*.test.ts',
      ],
      exclude: [
        '**/node_modules/**',
        'packages/{dashboard,sandbox}/**',
        '{packages/nestjs,examples/nestjs-app}/**',
      ],
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
      // The tests with a MAC. All others run the same code.
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
      globalSetup: withSandbox,
      setupFiles: countPglites,
      // As the command does: to optimise the database takes longer than a run gains by it.
      execArgv: ['--liftoff-only'],
    },
  }),
];

/** Resolves Nest from a folder, which has its version in its package.json. */
const nestOf = (folder: string): Plugin => ({
  name: 'nest-of-a-folder',
  enforce: 'pre',
  resolveId(source) {
    if (!source.startsWith('@nestjs/')) return undefined;
    return this.resolve(source, `${folder}/package.json`, { skipSelf: true });
  },
});

const nest = (version: number, folder: string) =>
  defineProject({
    ssr: fromSource.ssr,
    resolve: { conditions },
    plugins: [nestOf(folder)],
    test: {
      ...tests,
      name: `nest-${version}`,
      env: { ...everyRun.env, NEST: String(version) },
      isolate: true,
      include: ['packages/nestjs/{test,test-versions}/**/*.test.ts'],
    },
  });

/** Projects that run only by name: `npx vitest run --project bulk`. */
export const outer = [
  // On a PostgreSQL, a MariaDB and a Redis of this machine, some with real timeouts. `npm test` has what needs no server.
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'servers',
      include: ['packages/*/test-servers/**/*.test.ts'],
      globalSetup: withDatabases,
      // They wait for most of their time.
      maxWorkers: 2 * availableParallelism(),
      sequence: { groupOrder: 2 },
    },
  }),
  // As deterministic as those of `npm test`, but too many, or on too much data.
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'bulk',
      include: ['{packages,examples}/*/test-bulk/**/*.test.ts', 'docs/test-bulk/*.test.ts'],
      globalSetup: withSandbox,
    },
  }),
  // Need real time, or many processes. Each states its margins.
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'slow',
      isolate: true,
      include: ['{packages,examples}/*/test-slow/**/*.test.ts', 'docs/test-slow/*.test.ts'],
      globalSetup: withSandbox,
      // One at a time, so that no file uses up the margins of another.
      maxWorkers: 1,
      sequence: { groupOrder: 1 },
    },
  }),
  // The tests of the service once more, on PostgreSQL.
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'service-on-postgres',
      include: [
        'packages/sandbox/test/service/{capabilities,control,engine,faults,http,login,pages,site}/**/*.test.ts',
        'packages/sandbox/test-bulk/service/{capabilities/{adverse-actions,reports,verifications,webhooks},http}/**/*.test.ts',
        'packages/sandbox/test-bulk/service/capabilities/bulk-import/{broken-rosters,interrupted}.test.ts',
        'packages/sandbox/test-bulk/{determinism,real-clock,shared-slots}.test.ts',
      ],
      env: { ...everyRun.env, SANDBOX_TEST_POSTGRES: '1' },
      globalSetup: withSandbox,
    },
  }),
  // Tasks in the dashboard, and every page of the documentation site, in a real browser.
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'browser',
      isolate: true,
      include: ['packages/dashboard/test-browser/**/*.test.ts', 'docs/site/test-browser/*.test.ts'],
      globalSetup: [...withSandbox, at('packages/dashboard/test/support/chromium.ts')],
    },
  }),
  // The queries of docs/operations.md and of the dashboard, evaluated by a real Prometheus.
  defineProject({
    ...fromSource,
    test: {
      ...tests,
      name: 'prometheus',
      isolate: true,
      include: ['tests/prometheus/*.test.ts'],
      globalSetup: [...everyRun.globalSetup, at('tests/prometheus/each-run.ts')],
    },
  }),
  // The module of packages/nestjs on each version of Nest that it supports, on Express and on Fastify.
  nest(10, at('tests/nest-10')),
  nest(11, at('tests/nest-11')),
  nest(12, at('packages/nestjs')),
];

export default [...inner, ...outer];
