// The commands of one use case of the READMEs, in an empty folder: `node readme.mjs express | edge | tests`. Packed tarballs take the
// place of the registry. Prints the seconds, most of which are npm's. If the second argument is the path of a runtime, its
// command replaces the one for wrangler.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { holdPort } from './hold-port.mjs';
import { listening, printed, run, start, stop } from './programs.mjs';

const [name, executable] = process.argv.slice(2);
const runtime = executable && basename(executable);

const useCases = {
  express: {
    heading: 'The first verified event',
    language: 'js',
    file: 'app.mjs',
    port: 3000,
    end: 'the first verified event',
    // Further apps for the same folder and the same sandbox.
    further: [{ heading: 'An app that already parses JSON', language: 'js', file: 'server.cjs' }],
  },
  edge: {
    page: 'node_modules/@screening-webhooks/hono/README.md',
    heading: 'The first verified event',
    file: 'worker.ts',
    port: 8787,
    // The newest version that runs on the oldest supported Node, which npm installs there.
    versions: { wrangler: '4.86.0' },
    end: `the first verified event ${runtime ? `on ${runtime}` : 'in workerd'}`,
  },
  tests: {
    page: 'node_modules/@screening-webhooks/testing/README.md',
    heading: 'A handler',
    file: 'handlers.test.ts',
    versions: { vitest: '4.1.12' },
    end: 'the first passed test',
  },
};

const { port: documentedPort, versions = {}, end, further = [], ...first } = useCases[name];
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const scratch = resolve('..', runtime ?? name);
const folder = join(scratch, 'app');
mkdirSync(folder, { recursive: true });
// Other services may run on this machine: a separate folder identifies this one.
const env = { ...process.env, XDG_RUNTIME_DIR: scratch, WRANGLER_SEND_METRICS: 'false' };
if (executable) env.PATH = `${dirname(executable)}${delimiter}${env.PATH}`;
const there = { cwd: folder, env };
const port = await holdPort();

/** The commands of the section, with the command of the runtime, which the section shows separately. */
function forRuntime(section, commands) {
  const isIts = (line) => line.split(' ').includes(runtime);
  const own = [...section.matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, lines]) => lines.split('\n'))
    .find(isIts);
  assert.ok(own, `no command for ${runtime}`);
  return commands.map((line) =>
    line.startsWith('npx wrangler') ? own : line.replace(/ wrangler$/, ''),
  );
}

/** The code, the commands and the output that a section shows. */
function sectionOf({ page = 'README.md', heading, language = 'ts' }) {
  const [, rest = ''] = readFileSync(page, 'utf8').split(`\n## ${heading}\n`);
  const [section] = rest.split('\n## ');
  const block = (kind) =>
    new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? '';
  const [code, shell, output] = [language, 'sh', 'text'].map(block);
  const shown = shell.trim().split('\n');
  const commands = runtime ? forRuntime(section, shown) : shown;
  assert.ok(code !== '' && output !== '' && commands.length <= 5, section);
  return { code, commands, lines: output.trim().split('\n') };
}

/** A package at the version of the surrounding project, as a packed tarball where it is one of this repository. */
function pinned(each) {
  const version = versions[each] ?? dependencies[each];
  assert.ok(version, `${each} has no version`);
  return version.startsWith('file:')
    ? resolve(version.slice('file:'.length))
    : `${each}@${version}`;
}

/** The names, and the packages of this repository that they depend on: users get those from the registry. */
function withSiblings(names, found = new Set()) {
  const isOurs = (each) => dependencies[each]?.startsWith('file:');
  for (const each of names.filter((one) => !found.has(one))) {
    found.add(each);
    if (!isOurs(each)) continue;
    const manifest = JSON.parse(readFileSync(join('node_modules', each, 'package.json'), 'utf8'));
    withSiblings(Object.keys(manifest.dependencies ?? {}).filter(isOurs), found);
  }
  return found;
}

/** The packages that the commands name. npm puts what a package needs beside it; pnpm does not. */
const named = new Set();

function install(command) {
  const names = command.split(' ').filter((word) => !/^(npm|install|--save-dev)$/.test(word));
  for (const each of names) named.add(each);
  const packages = [...withSiblings(names)].map(pinned).join(' ');
  return run(`npm install --prefer-offline --no-audit --no-fund ${packages}`, there);
}

/** Starts the app of the use case, which keeps running, and waits until it listens. */
async function serve(command) {
  const onPort = command.replace(new RegExp(`(PORT=|--port )${documentedPort}`), `$1${port}`);
  const app = start(command.includes('wrangler dev') ? `${command} --port ${port}` : onPort, there);
  await listening(app, port);
  return app;
}

/** Saves the code of a section, runs its commands, and waits for its output. @returns the app. */
async function follow(section, installed = () => {}) {
  const { code, commands, lines } = sectionOf(section);
  const ours = code.replace(`listen(${documentedPort})`, () => `listen(${port})`);
  writeFileSync(join(folder, section.file), ours);
  let app;
  for (const documented of commands) {
    const command = documented.replace(`localhost:${documentedPort}`, `localhost:${port}`);
    if (command.startsWith('npm install')) {
      await install(command);
      installed();
    } else if (command.includes('--forward-to')) {
      await printed(start(`${command} --port 0`, there), 'signing secret');
    } else if (/^node |wrangler dev|worker\.ts$/.test(command)) {
      app = await serve(command);
    } else {
      const program = await run(command, there);
      app ??= program;
    }
  }
  for (const line of lines) await printed(app, line);
  const imported = code.matchAll(/(?:from |require\()'((?:@[^/']+\/)?[^/']+)/g);
  for (const [, each] of imported) assert.ok(named.has(each), `no command installs ${each}`);
  return app;
}

try {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  let installed = '';
  let app = await follow(first, () => {
    installed = seconds();
  });
  console.log(`${end} after ${seconds()} s, of which npm install took ${installed} s`);
  for (const section of further) {
    await stop([app]);
    app = await follow(section);
    console.log(`${section.heading}: as the page says`);
  }
} finally {
  await stop();
}
