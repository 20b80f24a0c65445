// The commands of one of the README's use cases, in an empty folder: `node readme-commands.mjs express | edge | tests`. Packed
// tarballs take the place of the registry. Prints the seconds, most of which are npm's.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { holdPort } from './hold-port.mjs';
import { listens } from './listens.mjs';

const useCases = {
  express: {
    heading: 'The first verified event',
    file: 'app.mjs',
    port: 3000,
    end: 'the first verified event',
    // Further apps for the same folder and the same sandbox.
    further: [
      { heading: 'An app that already parses JSON', language: 'js', file: 'server.cjs' },
      { heading: 'Only the signature', language: 'ts', file: 'verify.mjs' },
    ],
  },
  edge: {
    heading: 'On the edge',
    file: 'worker.ts',
    port: 8787,
    // The newest one that runs on the oldest supported Node, which is what npm installs there.
    versions: { wrangler: '4.86.0' },
    end: 'the first verified event in workerd',
  },
  tests: {
    heading: 'Unit tests',
    file: 'handlers.test.ts',
    versions: { vitest: '4.1.12' },
    end: 'the first passed test',
  },
};

const useCase = useCases[process.argv[2]];
const { port: documentedPort, versions = {}, end } = useCase;

/** The code, the commands and the output that a section of the README shows. */
function sectionOf({ heading, language = 'ts' }) {
  const [, rest = ''] = readFileSync('README.md', 'utf8').split(`\n## ${heading}\n`);
  const [section] = rest.split('\n## ');
  const block = (name) =>
    new RegExp(`^\`\`\`${name}\\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? '';
  const [code, shell, printed] = [language, 'sh', 'text'].map(block);
  const commands = shell.trim().split('\n');
  assert.ok(code !== '' && printed !== '' && commands.length <= 4, section);
  return { code, commands, lines: printed.trim().split('\n') };
}

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const project = process.cwd();
const scratch = mkdtempSync(join(tmpdir(), 'empty-folder-'));
const folder = join(scratch, 'app');
mkdirSync(folder);
// Other services may run on this machine: this one is found by its own folder.
const env = { ...process.env, XDG_RUNTIME_DIR: scratch, WRANGLER_SEND_METRICS: 'false' };
const running = [];

/** A package at the version of the surrounding project, as a packed tarball where it is one of this repository. */
function pinned(name) {
  const version = versions[name] ?? dependencies[name];
  assert.ok(version, `${name} has no version`);
  return version.startsWith('file:')
    ? join(project, version.slice('file:'.length))
    : `${name}@${version}`;
}

/** The names, and the packages of this repository that they depend on: users get those from the registry. */
function withSiblings(names, found = new Set()) {
  for (const name of names.filter((each) => !found.has(each))) {
    found.add(name);
    if (!dependencies[name]?.startsWith('file:')) continue;
    const manifest = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));
    const required = Object.keys(manifest.dependencies ?? {});
    withSiblings(
      required.filter((each) => dependencies[each]?.startsWith('file:')),
      found,
    );
  }
  return found;
}

function start(command) {
  // A group of its own, because npx starts the program as a child.
  const child = spawn(command, { cwd: folder, env, shell: true, detached: true });
  const shown = { out: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      shown.out += text;
      child.emit('shown');
    });
  }
  const program = { command, child, shown, ended: once(child, 'close') };
  running.push(program);
  return program;
}

async function run(command) {
  const program = start(command);
  assert.deepEqual(await program.ended, [0, null], `${command}\n${program.shown.out}`);
  return program;
}

/** Resolves when the program, which goes on, has printed `text`. */
async function printedBy({ command, child, shown, ended }, text) {
  const isPrinted = () => stripVTControlCharacters(shown.out).includes(text);
  while (!isPrinted()) {
    await Promise.race([once(child, 'shown'), ended]);
    assert.ok(child.exitCode === null || isPrinted(), `${command}\n${shown.out}`);
  }
}

function install(command) {
  const names = command.split(' ').filter((word) => !/^(npm|install|--save-dev)$/.test(word));
  const packages = [...withSiblings(names)].map(pinned).join(' ');
  return run(`npm install --prefer-offline --no-audit --no-fund ${packages}`);
}

/** Starts the app of the use case, which goes on, and waits until it listens. */
async function serve(command, port) {
  const app = start(command.includes('wrangler dev') ? `${command} --port ${port}` : command);
  while (!(await listens(port))) await Promise.race([sleep(20), app.ended]);
  return app;
}

/** Saves the code of a use case, and runs its commands. */
async function follow(wanted, port, installed = () => {}) {
  const { code, commands, lines } = sectionOf(wanted);
  writeFileSync(
    join(folder, wanted.file),
    code.replace(`listen(${documentedPort})`, () => `listen(${port})`),
  );
  let app;
  for (const documented of commands) {
    const command = documented.replace(`localhost:${documentedPort}`, `localhost:${port}`);
    if (command.startsWith('npm install')) {
      await install(command);
      installed();
    } else if (command.includes('--forward-to')) {
      await printedBy(start(`${command} --port 0`), 'signing secret');
    } else if (/^node |wrangler dev/.test(command)) {
      app = await serve(command, port);
    } else {
      const program = await run(command);
      app ??= program;
    }
  }
  for (const line of lines) await printedBy(app, line);
  return app;
}

async function stop({ child, ended }) {
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}

try {
  const port = await holdPort();
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  let installed = '';
  let app = await follow(useCase, port, () => {
    installed = seconds();
  });
  console.log(`${end} after ${seconds()} s, of which npm install took ${installed} s`);
  for (const wanted of useCase.further ?? []) {
    await stop(app);
    app = await follow(wanted, port);
    console.log(`${wanted.heading}: as the page says`);
  }
} finally {
  for (const { child } of running) {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
  }
  for (const { ended } of running) await ended;
  rmSync(scratch, { recursive: true });
}
