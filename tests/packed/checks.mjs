// The checks. Each is a command that runs in the installed copy of project/ and must end with 0, in `timeout` milliseconds or the
// default. `{service}` stands for the URL of fake-service.mjs, `{runtime}` for the runtime that is installed for it. `shown` checks
// print what they have counted or timed. Those with `runsSuites` report the version of the runtime first, and end with a line of
// success.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { runtimes } from './runtimes.mjs';

// npm install or next build is part of it.
const INSTALL_MS = 300_000;

const node = (name, ...program) => ({ name, command: [process.execPath, ...program] });
const jest = (name, ...args) => node(name, 'node_modules/jest/bin/jest.js', '--ci', ...args);
const workerd = [process.execPath, fileURLToPath(new URL('run-in-workerd.mjs', import.meta.url))];
const { resolve } = createRequire(import.meta.url);
// Needs no installation.
const { default: workerdOfMiniflare } = createRequire(resolve('miniflare'))('workerd');

const forms = [
  ['ES module', 'import'],
  ['CommonJS', 'require'],
];
const apps = [
  ['Express app', 'express'],
  ['Nest app', 'nest'],
  ['Lambda function', 'lambda'],
];
const compilations = [
  ['ES module, nodenext', 'mts', 'nodenext'],
  ['CommonJS, nodenext', 'cts', 'nodenext'],
  ['ES module, bundler', 'mts', 'bundler'],
];

const onThisNode = [
  ...apps.flatMap(([what, app]) =>
    forms.map(([name, form]) => node(`${what}, ${name}`, 'apps.mjs', form, app)),
  ),
  node('import and require have the same exports, and errors that agree', 'both-copies.mjs'),
  node('a SQLite file keeps ids and accepted events over kill -9', 'restart.mjs'),
  node('the command line, by npx', 'run-cli.mjs'),
  ...['express', 'edge', 'tests'].map((useCase) => ({
    ...node(`the README's commands in an empty folder: ${useCase}`, 'readme.mjs', useCase),
    timeout: INSTALL_MS,
    shown: true,
  })),
  ...['express4', 'express5', 'fastify', 'koa', 'hono-workers', 'next', 'empty'].map((project) => ({
    ...node(`init, and a delivery of the sandbox: ${project}`, 'init.mjs', project),
    timeout: INSTALL_MS,
  })),
  node('the first minutes with the sandbox', 'first-minutes.mjs'),
  {
    ...node('clients that are generated from the OpenAPI document', 'clients.mjs'),
    timeout: INSTALL_MS,
  },
  jest('Jest with jsdom, a file that asks for the environment node', '--env=jsdom', 'jest/'),
  jest('Jest, CommonJS'),
  {
    ...node('Next.js: builds without the secret, and receives with it', 'nextjs-app.mjs'),
    timeout: INSTALL_MS,
  },
  node('code blocks of the packed READMEs, as pasted', 'types.mjs', 'pasted'),
  node('every exported type has a name in a project of pnpm', 'isolated.mjs'),
  node('every option takes undefined', 'hints.mjs', 'options'),
  node(
    'the editor has the words of each event, and offers and misses options by name',
    'hints.mjs',
    'words',
  ),
  ...['5.4', '5.9', '6.0', '7.0'].flatMap((version) =>
    compilations.map(([name, extension, resolution]) =>
      node(`TypeScript ${version}, ${name}`, 'types.mjs', version, extension, resolution),
    ),
  ),
  {
    name: 'the workerd of Miniflare',
    command: [...workerd, workerdOfMiniflare, '{service}'],
    shown: true,
  },
];

/** How each runtime is started. */
const starts = {
  node: ['{runtime}', 'runtimes/node.mjs', '{service}'],
  bun: ['{runtime}', 'run', 'runtimes/web.mjs', '{service}'],
  // With access to this machine only: no files, no environment variables, no downloads.
  deno: [
    ...['{runtime}', 'run', '--no-remote', '--no-prompt', '--allow-net=127.0.0.1'],
    ...['runtimes/web.mjs', '{service}'],
  ],
  workerd: [...workerd, '{runtime}', '{service}'],
};

export const checks = [
  ...onThisNode,
  ...runtimes.map((runtime) => ({
    name: `${runtime.name} ${runtime.version}`,
    runtime,
    command: starts[runtime.name],
    runsSuites: true,
    shown: true,
  })),
  ...runtimes
    .filter(({ name }) => name === 'bun' || name === 'deno')
    .map((runtime) => ({
      name: `the README's commands in an empty folder: ${runtime.name}`,
      runtime,
      command: [process.execPath, 'readme.mjs', 'edge', '{runtime}'],
      timeout: INSTALL_MS,
      shown: true,
    })),
];
