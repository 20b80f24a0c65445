// The runtimes and the suites that each must pass. The versions are the newest that npm has for every platform.
import { runCommand } from '../../.ci/command.mjs';
import { runInWorkerd } from './run-in-workerd.mjs';

const RUN_MS = 120_000;

/** The columns of the matrix. */
export const suiteNames = [
  'signature',
  'explain',
  'store',
  'express',
  'fastify',
  'koa',
  'hono',
  'fetch',
  'recipe',
  'client',
  'waitUntil',
  'objects',
  'd1',
];

/** `run(executable, project, serviceUrl)` yields the version of the runtime, then the result of each suite. */
export const runtimes = [
  ...['20.20.2', '22.23.3', '24.21.0', '26.10.0'].map((version) => ({
    name: 'node',
    version,
    suites: [
      'signature',
      'explain',
      'store',
      'express',
      'fastify',
      'koa',
      'hono',
      'fetch',
      'client',
    ],
    run: program('node.mjs'),
  })),
  {
    name: 'bun',
    version: '1.4.5',
    suites: ['signature', 'explain', 'store', 'hono', 'fetch', 'recipe', 'client'],
    run: program('run', 'bun.mjs'),
  },
  {
    name: 'deno',
    version: '2.9.5',
    suites: ['signature', 'explain', 'store', 'hono', 'fetch', 'client'],
    // Access to this machine only: no files, no environment variables, no downloads.
    run: program('run', '--no-remote', '--no-prompt', '--allow-net=127.0.0.1', 'deno.mjs'),
  },
  {
    name: 'workerd',
    version: '1.20261023.1',
    suites: [
      'signature',
      'explain',
      'store',
      'hono',
      'fetch',
      'client',
      'waitUntil',
      'objects',
      'd1',
    ],
    run: runInWorkerd,
  },
];

/** Runs a program that prints its results as lines of JSON. */
function program(...args) {
  return async function* run(executable, project, serviceUrl) {
    const { ok, stdout, output } = await runCommand(executable, [...args, serviceUrl], {
      cwd: project,
      timeout: RUN_MS,
    });
    for (const line of stdout.split('\n')) if (line.startsWith('{')) yield JSON.parse(line);
    if (!ok) throw new Error(`${executable} ${args.join(' ')} failed:\n${output}`);
  };
}
