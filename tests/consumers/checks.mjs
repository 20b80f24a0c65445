// Each check is a Node program that runs in the installed copy of project/ and must exit with 0, in `timeout` milliseconds or the default.

const typescripts = ['5.4', '5.9', '6.0', '7.0'];

const strict = [
  '--noEmit',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--target',
  'es2022',
  '--types',
  'node',
];
const nodenext = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--esModuleInterop'];
const compilations = [
  { name: 'ES module, nodenext', options: nodenext, file: 'consumer.mts' },
  { name: 'CommonJS, nodenext', options: nodenext, file: 'consumer.cts' },
  { name: 'ES module, bundler', options: bundler, file: 'consumer.mts' },
];

export const checks = [
  { name: 'Express app, ES module', program: ['express-app.mjs'] },
  { name: 'Express app, CommonJS', program: ['express-app.cjs'] },
  { name: 'Nest app, ES module', program: ['nest-app.mjs'] },
  { name: 'Nest app, CommonJS', program: ['nest-app.cjs'] },
  { name: 'Lambda function, ES module', program: ['lambda-function.mjs'] },
  { name: 'Lambda function, CommonJS', program: ['lambda-function.cjs'] },
  { name: 'the command line, by npx', program: ['run-cli.mjs'] },
  ...['express', 'edge', 'tests'].map((useCase) => ({
    name: `the README's commands in an empty folder: ${useCase}`,
    program: ['readme-commands.mjs', useCase],
    // npm install is one of them.
    timeout: 300_000,
    // How long they took.
    shown: true,
  })),
  ...['express4', 'express5', 'fastify', 'koa', 'hono-workers', 'next', 'empty'].map((project) => ({
    name: `init, and a delivery of the sandbox: ${project}`,
    program: ['init.mjs', project],
    // npm install is part of it.
    timeout: 300_000,
  })),
  { name: 'code blocks of the packed READMEs, as pasted', program: ['pasted-blocks.mjs'] },
  { name: 'the first minutes with the sandbox', program: ['first-minutes.mjs'] },
  {
    name: 'Jest with jsdom, a file that asks for the environment node',
    program: ['node_modules/jest/bin/jest.js', '--ci', '--env=jsdom', 'jest/'],
  },
  { name: 'Jest, CommonJS', program: ['node_modules/jest/bin/jest.js', '--ci'] },
  {
    name: 'Next.js: builds without the secret, and receives with it',
    program: ['nextjs-app.mjs'],
    timeout: 300_000,
  },
  { name: 'errors of import and of require agree', program: ['error-identity.mjs'] },
  { name: 'import and require have the same exports', program: ['same-exports.mjs'] },
  ...typescripts.flatMap((version) =>
    compilations.map(({ name, options, file }) => ({
      name: `TypeScript ${version}, ${name}`,
      // Their declarations are compiled as well as the code.
      program: [
        'compile.mjs',
        version,
        ...strict,
        ...options,
        file,
        version === '5.4' && file === 'consumer.cts'
          ? 'entries-without-nest.cts'
          : file.replace('consumer', 'entries'),
      ],
    })),
  ),
];
