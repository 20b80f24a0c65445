// The steps of .ci/run and of `npm run test:all`, one list each. Imports only modules of Node, so that it loads before `npm ci`.

/**
 * @typedef {object} Step
 * @property {string} name The argument of `--only`.
 * @property {string[]} command A program and its arguments. `{report}` is the path of its report.
 * @property {'files' | 'scenarios'} [report] The parts that its report counts, and that are repeated if red. Default: the step.
 * @property {string[]} [parts] The files or scenarios to run. Default: all.
 * @property {boolean} [usesBuild] Whether it uses the output of `npm run build`.
 * @property {boolean} [required] Whether the steps after it would fail without it.
 * @property {Record<string, string>} [env] Added to the environment.
 * @property {number} [budget] CPU seconds, by section 9 of the design.
 */

const script = (name) => ({ name, command: ['npm', 'run', name] });
const onBuild = (name, ...command) => ({ name, command, usesBuild: true });

// A step may use both cores. Steps never run concurrently, because most have time limits that end a hang.
const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json={report}'];
const test = {
  name: 'test',
  command: ['npm', 'test', '--', ...reporters],
  report: 'files',
  budget: 160,
};
/** A project of Vitest that `npm test` does not run. */
const project = (name) => ({
  name,
  command: ['npx', 'vitest', 'run', '--project', name, ...reporters],
  report: 'files',
});
const browser = project('browser');
const packed = (...flags) => ({
  ...onBuild('test:packed', 'node', 'tests/packed/run.mjs', '--report', '{report}', ...flags),
  report: 'scenarios',
});
const crash = (...flags) => ({
  ...onBuild('test:crash', 'node', 'tests/crash/run.mjs', '--report', '{report}', ...flags),
  report: 'scenarios',
});

/** The prerequisites of all other steps. */
export const install = { name: 'npm ci', command: ['npm', 'ci'], required: true };
export const build = { ...script('build'), required: true };

/** CPU seconds and minutes of the gate, by section 9 of the design. */
export const gateBudget = { cpu: 720, minutes: 10 };

/** The steps that each change must pass. @type {Step[]} */
export const gate = [
  // This step also builds.
  { name: 'check:start', command: ['node', '.ci/check-start.mjs'], required: true },
  // Checks that the lock file is complete.
  { name: 'npm ci --dry-run', command: ['npm', 'ci', '--dry-run'] },
  script('check:source'),
  test,
  project('servers'),
  // The capabilities, the engine, and concurrent processes. The other tests hardly depend on the database.
  {
    ...project('service-on-postgres'),
    parts: [
      'service/capabilities/',
      'service/engine/',
      'service/control/',
      'service/faults/',
      'sandbox/test-bulk/',
    ],
  },
  onBuild('check:dist', 'npm', 'run', 'check:dist'),
  // The first check of each kind. The tarballs are installed once.
  {
    ...packed(),
    parts: [
      'Express app, ES module',
      'Express app, CommonJS',
      'a SQLite file keeps ids and accepted events over kill -9',
      'every exported type has a name in a project of pnpm',
      'every option takes undefined',
      'the command line, by npx',
      "the README's commands in an empty folder: express",
      'init, and a delivery of the sandbox: express5',
      'code blocks of the packed READMEs, as pasted',
      'Jest, CommonJS',
      'import and require have the same exports, and errors that agree',
      'TypeScript 7.0, ES module, nodenext',
      'TypeScript 7.0, CommonJS, nodenext',
      'the workerd of Miniflare',
    ],
  },
  {
    ...crash('--seed', '1', '--at-once', '1'),
    parts: [
      'thaw and complete: postgresInbox',
      'partitioned worker: redisInbox',
      'lost replies: mysql2',
      'poison: sqsInbox',
      'the service: killed during each of three attempts',
      'the service: SIGTERM with attempts in flight',
    ],
  },
  // Every page, at two widths, with axe.
  { ...browser, parts: ['packages/dashboard/test-browser/every-page.test.ts'] },
];

// Each week has other random inputs. A run prints the seed, and `FUZZ_SEED` repeats it.
const seed = process.env.FUZZ_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', '');

/** The steps of `npm run test:all`: the whole gate, and steps that take longer than a person waits. @type {Step[]} */
export const all = [
  ...gate.filter(({ parts }) => parts === undefined),
  { ...test, name: `test, seed ${seed}`, env: { FUZZ_SEED: seed }, budget: undefined },
  project('bulk'),
  project('slow'),
  project('nest-*'),
  project('prometheus'),
  browser,
  // Also on all runtimes.
  packed('--all'),
  crash('--seed', seed),
  onBuild('test:turns', 'node', '--import', 'tsx', 'tests/turns/run.mjs'),
  {
    name: 'test:model',
    command: ['npx', 'vitest', 'run', 'packages/sandbox/test/model'],
    env: { MODEL_SEED: seed, MODEL_RUNS: '500' },
  },
  onBuild('bench', 'npm', 'run', 'bench', '-w', 'bench'),
  script('mutate'),
  script('mutate:laws'),
  onBuild('test:crash, flawed', 'node', 'tests/crash/run.mjs', '--flawed'),
];
