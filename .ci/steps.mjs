// The steps of .ci/run. Imports only modules of Node, so that it loads before `npm ci`.

/**
 * @typedef {object} Step
 * @property {string} name What `--only` takes.
 * @property {string[]} command A program and its arguments. `{report}` is the path of its report.
 * @property {'tests' | 'scenarios'} [report] What its report counts. Default: the step counts as one.
 * @property {boolean} [usesBuild] Whether it uses what `npm run build` makes.
 */

const vitest = (name, ...npm) => ({
  name,
  command: [
    'npm',
    ...npm,
    '--',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json={report}',
  ],
  report: 'tests',
});
const script = (name) => ({ name, command: ['npm', 'run', name] });
const onBuild = (name, ...command) => ({ name, command, usesBuild: true });

/** Steps that build, before all others: what a build writes, others read. */
export const demo = script('check:start');
export const build = script('build');

// Of `npm run test:crash`, whose whole load takes too long beside other steps.
const quarterLoad = ['--events', '600', '--verifications', '500'];

/**
 * Lists that run side by side, the steps of a list one after the other. Two, because most steps have two workers or more: a third
 * makes all of them slower on two cores, until limits that are there to end a hang end tests.
 *
 * @type {Step[][]}
 */
export const lists = [
  // Most of these compute.
  [
    vitest('test', 'test'),
    vitest('test:bulk', 'run', 'test:bulk'),
    vitest('test:postgres', 'run', 'test:postgres'),
    script('check:source'),
    vitest('test:browser', 'run', 'test:browser'),
  ],
  // Most of these wait.
  [
    {
      ...onBuild(
        'test:crash',
        'node',
        'tests/crash/run.mjs',
        '--report',
        '{report}',
        ...quarterLoad,
      ),
      report: 'scenarios',
    },
    vitest('test:slow', 'run', 'test:slow'),
    onBuild('test:consumers', 'node', 'tests/consumers/run.mjs'),
    onBuild('test:runtimes', 'node', 'tests/runtimes/run.mjs'),
    onBuild('check:dist', 'npm', 'run', 'check:dist'),
    vitest('test:prometheus', 'run', 'test:prometheus'),
    vitest('test:nest', 'run', 'test:nest'),
    onBuild('bench', 'npm', 'run', 'bench', '-w', 'bench', '--', '--quick'),
    // Checks that the lock file is complete.
    { name: 'npm ci --dry-run', command: ['npm', 'ci', '--dry-run'] },
  ],
];
