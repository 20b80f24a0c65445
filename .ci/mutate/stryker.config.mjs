// How to run it, and the mutants that survive: docs/mutation.md.

const folders = ['signature', 'dedupe', 'pipeline', 'handlers', 'receiver'];

export default {
  mutate: folders.map((folder) => `packages/core/src/${folder}/**/*.ts`),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: '.ci/mutate/vitest.config.mjs', related: false },
  // A file that does not exist: Stryker would rewrite tsconfig.json with a function that TypeScript 7 no longer has.
  tsconfigFile: '.ci/mutate/no-tsconfig.json',
  coverageAnalysis: 'perTest',
  // Such a mutant is active while modules load, so it would run every test in a fresh process.
  ignoreStatic: true,
  concurrency: 2,
  // A slow machine must not count as a killed mutant.
  timeoutMS: 15_000,
  timeoutFactor: 5,
  incremental: true,
  incrementalFile: '.ci/mutate/report/incremental.json',
  tempDirName: '.ci/mutate/sandbox',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, skipFull: true },
  jsonReporter: { fileName: '.ci/mutate/report/report.json' },
  thresholds: { high: 98, low: 96, break: 96 },
};
