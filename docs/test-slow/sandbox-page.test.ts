import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { holdPort } from 'screening-webhooks-test-support/hold-port';
import { describe, expect, it } from 'vitest';
import { bundleCommand } from '../../packages/sandbox/test/support/bundle-command.js';
import { blocksOf } from './blocks-of.js';
import { standIn } from './stand-in.js';
import { openTerminal } from './terminal.js';

const page = readFileSync(new URL('../sandbox.md', import.meta.url), 'utf8');
// Inside the repository, so that packages resolve as usual; ignored by git.
const project = fileURLToPath(new URL('.project', import.meta.url));

const names = ['app.js', 'server.js', 'licenses.test.js'];

/** Writes the files of the page into a folder. Only what has changed: in watch mode, each write runs the tests again. */
function writeFiles(folder: string, text: string): void {
  const files = blocksOf(text, 'js');
  for (const [index, name] of names.entries()) {
    const file = `${folder}/${name}`;
    const code = files[index] ?? '';
    if (!existsSync(file) || readFileSync(file, 'utf8') !== code) writeFileSync(file, code);
  }
}

rmSync(`${project}/screening`, { recursive: true, force: true });
mkdirSync(`${project}/bin`, { recursive: true });
mkdirSync(`${project}/author`, { recursive: true });
writeFileSync(`${project}/package.json`, JSON.stringify({ type: 'module' }));
writeFiles(`${project}/author`, page);

it('has these files', () => {
  expect(blocksOf(page, 'js')).toHaveLength(names.length);
  const named = [...page.matchAll(/`(\w[\w.]*\.js)`/g)].map(([, name]) => name);
  expect(named).toEqual(names);
});

it('works beside an app as it is written', async () => {
  const port = await holdPort();
  const written = page.replaceAll('3000', String(port));
  // The command, built from source. The service starts on any free port.
  const command = await bundleCommand();
  standIn(
    `${project}/bin/npx`,
    `test "$1" = @screening-webhooks/sandbox && shift && case $1 in --*) set -- --port 0 "$@" ;; esac && NODE_OPTIONS= exec '${process.execPath}' '${command}' "$@"`,
  );
  // The packages are installed.
  standIn(`${project}/bin/npm`, 'exit 0');
  const env = {
    ...process.env,
    // The commands find the service of this test, and no other.
    XDG_RUNTIME_DIR: project,
    PATH: `${project}/bin:${process.env['PATH']}`,
    NODE_OPTIONS: '--conditions=@screening-webhooks/source --import=tsx',
  };

  const commands = blocksOf(written, 'sh');
  const [setUp = '', start = '', app = '', functions = '', ...more] = commands;
  const [order = '', broken = '', second = '', history = '', again = '', move = '', ...last] = more;
  const [outcome = '', runTests] = last;
  const shown = blocksOf(written, 'text');
  const [verified = '', ran = '', failed = '', reason = '', delivered = '', statuses = ''] = shown;
  // Nothing that the page shows is left out. This file runs the tests, below.
  expect([commands.length, shown.length, runTests]).toEqual([12, 6, 'npx vitest run']);

  await openTerminal(project, env).run(setUp);
  const folder = `${project}/screening`;
  writeFiles(folder, written);
  const service = openTerminal(folder, env);
  service.start(start);
  await service.sees('signing secret');
  const first = openTerminal(folder, env);
  first.start(app);
  await first.sees('The app listens.');

  const shell = openTerminal(folder, env);
  await shell.run(functions);
  expect(await shell.run(order)).toContain(ran);
  expect(await first.interrupt()).toContain(verified);

  const wrong = openTerminal(folder, env);
  wrong.start(broken);
  await wrong.sees('The app listens.');
  expect(await shell.run(second)).toContain(failed);
  const attempts = await shell.run(history);
  for (const line of reason.split('\n')) expect(attempts).toContain(line);

  await wrong.interrupt();
  const right = openTerminal(folder, env);
  right.start(again);
  await right.sees('The app listens.');
  expect(await shell.run(move)).toContain('deliveries: 1 succeeded, 0 failed');
  expect(await right.interrupt()).toContain(delivered);
  expect(await shell.run(outcome)).toContain(statuses);
});

describe('the test of the page', async () => {
  const { href } = new URL('.project/author/licenses.test.js', import.meta.url);
  await import(href);
});
