import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, it } from 'vitest';
import { hostWith, startCommand } from './support/run-command.js';

it.each([
  ['in memory is compiled once', () => [], ['--liftoff-only']],
  ['in a folder, which may run for long, is optimized', () => ['--data', scratchFolder()], []],
])('a database %s', async (_name, storage, expected) => {
  const flags: string[] = [];
  const host = { ...hostWith(), setEngineFlags: (flag: string) => void flags.push(flag) };
  const args = ['--port', '0', '--json', '--frozen', '--seed', 'none', ...storage()];
  const starting = startCommand(args, host);
  await starting.terminal.untilPrinted('controlToken');
  expect(await starting.stop()).toMatchObject({ exit: 0 });
  expect(flags).toEqual(expected);
});

// The flags of V8 are those of the whole process, and startSandbox() runs in that of a test.
it('nothing but the command sets flags of V8', () => {
  const sources = fileURLToPath(new URL('../../src/', import.meta.url));
  const files = readdirSync(sources, { encoding: 'utf8', recursive: true });
  const setters = files.filter(
    (file) => /\.tsx?$/.test(file) && readFileSync(sources + file, 'utf8').includes('node:v8'),
  );
  expect(setters).toEqual(['cli/host.ts']);
});
