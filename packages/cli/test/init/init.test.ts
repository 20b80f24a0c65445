import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageAt } from '../../src/documentation.js';
import { SIBLINGS } from '../../src/init/release.js';
import { LIBSQL } from '../../src/init/sqlite-driver.js';
import { EXPRESS } from '../../src/init/templates/small-app.js';
import { scratch } from '../support/scratch.js';
import { contentsOf, init, projectOf } from './projects.js';

const EXPRESS_APP = `const express = require('express');
const app = express();
app.use(express.json());
app.listen(4000);
`;

const expressProject = () => projectOf({ express: '^4.21.0' }, { 'server.js': EXPRESS_APP });

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

it('mounts the receiver before the parsers of an Express app', async () => {
  const folder = expressProject();
  const { out, ran, exit } = await init(folder);
  expect(exit).toBe(0);
  expect(out).toContain('Found Express 4, JavaScript, CommonJS, node:test, npm.');
  expect(out).toContain(`@@ -2,2 +3,4 @@
 const app = express();
+
+app.post('/webhooks/screening', screening);
 app.use(express.json());
`);
  expect(read(folder, 'server.js')).toBe(`const express = require('express');
const { screening } = require('./screening-webhook.js');
const app = express();

app.post('/webhooks/screening', screening);
app.use(express.json());
app.listen(4000);
`);
  expect(Object.keys(contentsOf(folder)).join(' ')).toBe(
    '.env.example .gitignore package.json screening-webhook.js screening-webhook.test.js server.js',
  );
  expect(ran).toEqual([
    'npm install --save-exact @screening-webhooks/express@0.1.0',
    'npm install --save-exact --save-dev @screening-webhooks/testing@0.1.0 @screening-webhooks/sandbox@0.1.0',
  ]);
  expect(out).toContain('--forward-to http://localhost:4000/webhooks/screening --write-env .env');
});

it('changes nothing in a second run', async () => {
  const folder = expressProject();
  await init(folder);
  const own = ['express', 'testing', 'sandbox'].map((name) => [
    `@screening-webhooks/${name}`,
    '0.1.0',
  ]);
  const dependencies = { express: '4', ...Object.fromEntries(own) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  const before = contentsOf(folder);
  const { out, ran } = await init(folder);
  expect(out).toContain('Nothing to change.');
  expect(ran).toEqual([]);
  expect(contentsOf(folder)).toEqual(before);
});

it('only shows without a terminal and without --yes', async () => {
  const folder = expressProject();
  const before = contentsOf(folder);
  const { out, ran, exit } = await init(folder, { args: [] });
  expect(out).toContain('Nothing was changed. With --yes, init does it.');
  expect(out).toContain("+app.post('/webhooks/screening', screening);");
  expect([ran, exit]).toEqual([[], 0]);
  expect(contentsOf(folder)).toEqual(before);
});

it('does what is confirmed, and nothing else', async () => {
  const declined = expressProject();
  const before = contentsOf(declined);
  const no = await init(declined, { args: [], answers: [false, false, false] });
  const store = 'Remember events in a SQLite file, so that a restart forgets none?';
  expect(no.asked).toEqual([store, 'Write 4 files?', 'Install?']);
  expect([contentsOf(declined), no.ran]).toEqual([before, []]);

  const partly = expressProject();
  const some = await init(partly, { args: [], answers: [false, true, false, false] });
  expect(some.asked).toEqual([store, 'Write 4 files?', 'Change server.js?', 'Install?']);
  expect(read(partly, 'server.js')).toBe(EXPRESS_APP);
  expect([existsSync(join(partly, 'screening-webhook.js')), some.ran]).toEqual([true, []]);
});

it.each([
  ['only what is lacking', 'node_modules', 'node_modules\n.env\nscreening.db*'],
  ['nothing that a pattern covers', '/.env*\n*.db*\n', '/.env*\n*.db*\n'],
])('adds to .gitignore %s', async (_name, before, after) => {
  const folder = expressProject();
  writeFileSync(join(folder, '.gitignore'), before);
  await init(folder, { args: ['--yes', '--store', 'sqlite'] });
  expect(read(folder, '.gitignore')).toBe(after);
});

it.each([
  ['a byte order mark', '\ufeff', '\n'],
  ['line breaks of Windows', '', '\r\n'],
  ['both', '\ufeff', '\r\n'],
])('reads and keeps %s', async (_name, mark, end) => {
  const text = (...lines: string[]) => mark + lines.map((line) => line + end).join('');
  const files = {
    'package.json': text('{', '  "dependencies": { "express": "5" }', '}'),
    'server.mjs': text("import express from 'express';", 'const app = express();', 'app.use(x);'),
    '.gitignore': text('.env', 'node_modules'),
    '.env.example': text('SCREENING_SECRET=', 'PORT=4000'),
  };
  const folder = projectOf({}, files);
  const { out, exit } = await init(folder, { args: ['--yes', '--store', 'sqlite'] });
  expect(exit).toBe(0);
  expect(out).toContain('Found Express 5, JavaScript, ES modules,');
  expect(read(folder, 'server.mjs')).toBe(
    text(
      "import express from 'express';",
      "import { screening } from './screening-webhook.mjs';",
      'const app = express();',
      '',
      "app.post('/webhooks/screening', screening);",
      'app.use(x);',
    ),
  );
  expect(read(folder, '.gitignore')).toBe(text('.env', 'node_modules', 'screening.db*'));
  for (const path of ['package.json', '.env.example'] as const) {
    expect(read(folder, path)).toBe(files[path]);
  }
  const { out: again } = await init(folder);
  expect(again).toContain('screening-webhook.mjs exists, and stays as it is.');
  expect(again).not.toContain('@@');
});

it.each([
  [
    'the app in the first line',
    "\ufeffconst app = require('express')();\r\napp.use(x);\napp.listen(1234);",
    "\ufeffconst { screening } = require('./screening-webhook.js');\r\nconst app = require('express')();\r\n\r\napp.post('/webhooks/screening', screening);\r\napp.use(x);\napp.listen(1234);",
  ],
  [
    'the app in the last line',
    "x();\r\nconst app = require('express')();",
    "x();\r\nconst { screening } = require('./screening-webhook.js');\r\nconst app = require('express')();\r\n\r\napp.post('/webhooks/screening', screening);",
  ],
])('leaves each line break as it is: %s', async (_name, before, after) => {
  const folder = projectOf({ express: '5' }, { 'server.js': before });
  await init(folder);
  expect(read(folder, 'server.js')).toBe(after);
});

it('does not change a file that is not in UTF-8', async () => {
  const folder = expressProject();
  const bytes = Buffer.from('\ufeffnode_modules\r\n', 'utf16le');
  writeFileSync(join(folder, '.gitignore'), bytes);
  const { err, exit } = await init(folder);
  expect([exit, err]).toEqual([
    2,
    'error: init: .gitignore is not in UTF-8. Save it in UTF-8, and run init again.\n',
  ]);
  expect(readFileSync(join(folder, '.gitignore'))).toEqual(bytes);
});

it('never overwrites: files stay, and .env.example gets one more line', async () => {
  const folder = expressProject();
  writeFileSync(join(folder, 'screening-webhook.js'), '// mine\n');
  writeFileSync(join(folder, '.env.example'), 'PORT=4000');
  const { out } = await init(folder);
  expect(out).toContain('screening-webhook.js exists, and stays as it is.');
  expect(read(folder, 'screening-webhook.js')).toBe('// mine\n');
  expect(read(folder, '.env.example')).toBe('PORT=4000\nSCREENING_SECRET=whsec_...');
});

it.each([
  ['a Node without SQLite', {}, false, "= require('libsql')", ' libsql@0.5.29'],
  ['a Node with it', {}, true, "{ DatabaseSync: Database } = require('node:sqlite')", ''],
  ['an app with a driver', { 'better-sqlite3': '12' }, true, "= require('better-sqlite3')", ''],
])('keeps events in a SQLite file: %s', async (_name, more, hasSqlite, load, driver) => {
  const files = { 'server.js': EXPRESS_APP };
  const folder = projectOf({ express: '5', ...more }, files);
  const { ran, out } = await init(folder, { args: ['--yes', '--store', 'sqlite'], hasSqlite });
  const receiver = read(folder, 'screening-webhook.js');
  expect(receiver).toContain(load);
  expect(receiver).toContain('secret: signingSecret,\n  dedupe: store,\n');
  expect(read(folder, '.gitignore')).toBe('node_modules\n.env\nscreening.db*\n');
  expect(ran[0]).toBe(
    `npm install --save-exact @screening-webhooks/express@0.1.0 @screening-webhooks/sqlite@0.1.0${driver}`,
  );
  expect(out).not.toContain('in memory');

  // A receiver that exists says which packages it needs.
  const again = await init(folder, { hasSqlite });
  expect(again.ran[0]).toBe(ran[0]);
});

it('takes libsql where the types of the project do not have node:sqlite', async () => {
  const dependencies = { express: '5', '@types/node': '^20.19.0' };
  const folder = projectOf(dependencies, { 'tsconfig.json': '{}' });
  await init(folder, { args: ['--yes', '--store', 'sqlite'], hasSqlite: true });
  expect(read(folder, 'screening-webhook.ts')).toContain("import Database from 'libsql';");
});

it('offers the file: by a question, or by the option that has it', async () => {
  const folder = expressProject();
  const { asked, out } = await init(folder, { args: [], answers: [true, true, false, false] });
  expect(asked[0]).toBe('Remember events in a SQLite file, so that a restart forgets none?');
  expect(read(folder, 'screening-webhook.js')).toContain('sqliteStore');
  expect(out).not.toContain('--store sqlite');

  const unasked = expressProject();
  expect((await init(unasked)).out).toContain('in memory, until it restarts. With --store sqlite');
  expect(read(unasked, 'screening-webhook.js')).not.toContain('sqlite');
  expect((await init(unasked)).out).not.toContain('--store sqlite');
  const chosen = await init(expressProject(), { args: ['--yes', '--store', 'memory'] });
  expect(chosen.out).not.toContain('--store sqlite');
});

it.each([
  [{ hono: '4', wrangler: '4' }, { 'src/index.js': '' }, 'Hono 4 on Workers'],
  [{ next: '16' }, { 'app/page.js': '' }, 'Next.js 16, App Router'],
])('offers no file where no process stays: %o', async (dependencies, files, label) => {
  const folder = projectOf(dependencies, files);
  const { asked } = await init(folder, { args: [], answers: [false, false] });
  expect(asked[0]).toMatch(/^Write/);
  const { err, exit } = await init(folder, { args: ['--yes', '--store', 'sqlite'] });
  expect(exit).toBe(2);
  expect(err).toContain(`one process that stays, with a disk, and ${label} has none`);
});

it('finds TypeScript, vitest, pnpm, and how imports end', async () => {
  const main = `import { Hono } from 'hono';
import { users } from './users.js';

type Env = { Bindings: { DB: string } };
const app = new Hono<Env>();
app.route('/users', users);
export default app;
`;
  const files = { 'src/index.ts': main, 'wrangler.jsonc': '{}', 'pnpm-lock.yaml': '' };
  const folder = projectOf({ hono: '4.13.0', vitest: '4' }, files, { type: 'module' });
  const { out, ran } = await init(folder);
  expect(out).toContain('Found Hono 4 on Workers, TypeScript, ES modules, vitest, pnpm.');
  expect(read(folder, 'src/index.ts')).toContain(
    "from './users.js';\nimport { screening } from './screening-webhook.js';\n\ntype Env",
  );
  expect(read(folder, 'src/screening-webhook.test.ts')).toContain("from './screening-webhook.js'");
  expect(ran[0]).toBe('pnpm add --save-exact @screening-webhooks/hono@0.1.0');
  expect(out).toContain('$ pnpm exec screening-sandbox --forward-to http://localhost:8787/');
});

it.each([
  ['package-lock.json', 'npx --no -- screening-sandbox'],
  ['yarn.lock', 'yarn screening-sandbox'],
  ['bun.lock', 'bun run screening-sandbox'],
])('with %s, shows a command that downloads nothing', async (lock, command) => {
  const { out } = await init(projectOf({ express: '5.0.0' }, { [lock]: '' }));
  expect(out).toContain(`  $ ${command} --forward-to http://localhost:3000/`);
  expect(out).toContain(`  $ ${command} trigger document_verification.completed\n`);
});

it.each([
  ['fastify', "const app = require('fastify')({ logger: true });", 'app.register(screening, {'],
  ['fastify', 'const app = fastify({\n  logger: true,\n});', 'app.register(screening, {'],
  ['koa', "const Koa = require('koa');\nconst api = new Koa();", 'api.use((ctx, next) =>'],
])('mounts in %s: %s', async (framework, made, mount) => {
  const head = `const a = require('a');\n// '${framework}'\n`;
  const folder = projectOf({ [framework]: '*' }, { 'app.js': `${head}${made}\nrest();\n` });
  await init(folder);
  const text = read(folder, 'app.js');
  expect(text).toContain(`${made.split('\n').at(-1)}\n\n${mount}`);
  expect(text.replace(/\n.*screening-webhook.js.*/, '').replace(/\n\n.*screening.*/, '')).toBe(
    `${head}${made}\nrest();\n`,
  );
});

it.each([
  ['no app', { 'app.js': "require('express');" }, 'The line that makes the app was not found'],
  ['two apps', { 'a.js': EXPRESS_APP, 'b.js': EXPRESS_APP }, 'several apps: a.js:2, b.js:2'],
  ['a chain', { 'app.js': "require('express');\nconst app = express().use(x);" }, 'not found'],
  [
    'a function without imports above it',
    { 'app.ts': "function make() {\n  const app = express();\n}\nrequire('express');" },
    'The place for an import in app.ts is not certain',
  ],
])('prints the lines when the place is not certain: %s', async (_name, files, why) => {
  const folder = projectOf({ express: '5' }, files);
  const { out } = await init(folder);
  expect(out).toContain(why);
  expect(out).toContain("  app.post('/webhooks/screening', screening);");
  for (const [path, text] of Object.entries(files)) expect(read(folder, path)).toBe(text);
});

it('writes a route for the App Router of Next.js, and changes no other file', async () => {
  const files = { 'src/app/page.tsx': '', 'tsconfig.json': '{}' };
  const folder = projectOf({ next: '16', react: '19' }, files);
  const { out, ran } = await init(folder);
  expect(out).toContain('Found Next.js 16, App Router, TypeScript');
  expect(read(folder, 'src/app/webhooks/screening/route.ts')).toContain('export const POST');
  expect(read(folder, 'src/app/webhooks/screening/route.test.mjs')).toContain("from './route.ts'");
  expect(ran[0]).toBe('npm install --save-exact @screening-webhooks/core@0.1.0');
});

it.each([
  [{ '@nestjs/core': '11', express: '5' }, 'files for NestJS: the section "NestJS" in'],
  [{ '@sveltejs/kit': '2' }, 'files for SvelteKit: the section "SvelteKit" in'],
  [{ '@react-router/dev': '7' }, 'for React Router: the section "React Router and Remix" in'],
  [{ '@remix-run/node': '2' }, 'files for Remix: the section "React Router and Remix" in'],
  [{ '@google-cloud/functions-framework': '4' }, 'the section "Google Cloud Functions" in'],
  [{ '@azure/functions': '4' }, 'the section "Azure Functions" in'],
  [{ '@types/aws-lambda': '8' }, 'the section "AWS Lambda" in'],
  [{ next: '15' }, 'the section "Next.js, Pages Router" in'],
  [{ express: '3.0.0' }, 'Express 3 is not supported'],
  [{ leftpad: '1' }, 'names no framework that it knows'],
  [{ express: '5', koa: '3' }, 'package.json names express and koa'],
])(
  'a project that it does not know gets a sentence and a page: %o',
  async (dependencies, words) => {
    const folder = projectOf(dependencies);
    const { out, err, exit } = await init(folder);
    expect([out, exit]).toEqual(['', 2]);
    expect(err).toMatch(/^error: init[^\n]+\n$/);
    expect(err).toContain(words);
    expect(err).toContain('the page "Recipes for frameworks and platforms" of the documentation');
    const [, section] = /section "([^"]+)"/.exec(err) ?? [];
    const recipes = new URL('../../../../docs/frameworks.md', import.meta.url);
    const headings = readFileSync(recipes, 'utf8').match(/(?<=^#+ ).*/gm);
    expect(headings).toContain(section ?? 'Recipes for frameworks and platforms');
  },
);

it('names a page by its address, when the package has one, else by its title', () => {
  const homepage = 'https://github.com/owner/name/tree/main/packages/cli#readme';
  const root = 'https://github.com/owner/name';
  const recipes = `${root}/blob/v0.1.0/docs/frameworks.md`;
  expect(pageAt('recipes', undefined, homepage)).toBe(recipes);
  expect(pageAt('recipes', 'Next.js, Pages Router', homepage)).toBe(
    `${recipes}#nextjs-pages-router`,
  );
  expect(pageAt('cli', 'A probe', homepage)).toBe(`${root}/tree/v0.1.0/packages/cli#a-probe`);
  for (const unknown of ['', 'https://example.com', undefined]) {
    expect(pageAt('core', undefined, unknown)).toBe('the README of @screening-webhooks/core');
    expect(pageAt('stores', 'Capacity', unknown)).toBe(
      'the section "Capacity" in the page "Choosing a store" of the documentation',
    );
  }
});

it.each([
  ['recipes', 'docs/frameworks.md', 'Recipes for frameworks and platforms'],
  ['stores', 'docs/choosing-a-store.md', 'Choosing a store'],
  ['cli', 'packages/cli', '@screening-webhooks/cli'],
  ['core', 'packages/core', '@screening-webhooks/core'],
] as const)('the page %s exists at its address, and has its title', (page, path, title) => {
  const homepage = 'https://github.com/owner/name/tree/main/packages/cli#readme';
  expect(pageAt(page, undefined, homepage).endsWith(`/v0.1.0/${path}`)).toBe(true);
  expect(pageAt(page)).toContain(title);
  const file = path.endsWith('.md') ? path : `${path}/README.md`;
  const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
  expect(text).toMatch(new RegExp(`^# ${title}\n`));
});

it('refuses a folder of another language, broken JSON, and a folder without tarballs', async () => {
  const python = scratch();
  python.file('main.py', '');
  expect((await init(python.path)).err).toContain('no package.json');
  const broken = projectOf({}, { 'package.json': '{' });
  for (const text of ['{', 'null', '[]', '', '"express"']) {
    const { err } = await init(projectOf({}, { 'package.json': text }));
    expect(err).toBe('error: init: package.json is not a JSON object.\n');
  }
  const odd = { dependencies: null, devDependencies: 'koa', scripts: [1], main: 1, type: {} };
  const { err: unknown } = await init(projectOf({}, { 'package.json': JSON.stringify(odd) }));
  expect(unknown).toContain('names no framework that it knows');
  const { err } = await init(expressProject(), { args: ['--yes', '--from', broken] });
  expect(err).toContain('has no tarballs of version 0.1.0');
});

it('writes a small app into an empty folder', async () => {
  const { path } = scratch();
  const { out, ran } = await init(path);
  expect(out).toContain('An empty folder: a small app with Express');
  expect(Object.keys(contentsOf(path))).toContain('server.js');
  expect(ran[0]).toBe('npm install --save-exact @screening-webhooks/express@0.1.0');
  const before = contentsOf(path);
  const { out: again } = await init(path);
  expect(again).toContain('Found Express 5, JavaScript, ES modules, node:test, npm.');
  expect(contentsOf(path)).toEqual(before);
});

it('installs each tarball once, so that what the app imports stays a dependency', async () => {
  const folder = projectOf({ next: '16' }, { 'app/page.js': '' });
  const tarballs = scratch();
  tarballs.file('screening-webhooks-core-0.1.0.tgz', '');
  const { ran } = await init(folder, { args: ['--yes', '--from', tarballs.path] });
  const tarball = (name: string) => join(tarballs.path, `screening-webhooks-${name}-0.1.0.tgz`);
  const development = ['testing', 'sandbox', 'client'].map(tarball);
  expect(ran).toEqual([
    `npm install --save-exact ${tarball('core')}`,
    `npm install --save-exact --save-dev ${development.join(' ')}`,
  ]);
});

it('knows the packages of its release', () => {
  const root = new URL('../../../', import.meta.url);
  for (const [name, siblings] of Object.entries(SIBLINGS)) {
    const manifest = JSON.parse(readFileSync(new URL(`${name}/package.json`, root), 'utf8'));
    const own = Object.keys(manifest.dependencies ?? {}).flatMap(
      (dependency) => /^@screening-webhooks\/(.*)/.exec(dependency)?.[1] ?? [],
    );
    expect(own.sort(), name).toEqual(siblings);
  }
  const versionsIn = (name: string) =>
    JSON.parse(readFileSync(new URL(`${name}/package.json`, root), 'utf8')).devDependencies;
  expect(EXPRESS).toBe(versionsIn('cli').express);
  expect(LIBSQL).toBe(versionsIn('sqlite').libsql);
});
