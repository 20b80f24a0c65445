import { readFileSync } from 'node:fs';
import { type Command, recordingTerminal } from 'screening-webhooks-terminal';
import { expect, it } from 'vitest';
import { createSandboxProgram, version } from '../../src/cli/program.js';
import { runCommand } from './support/run-command.js';

const host = { env: {}, servicesFolder: '/nowhere' };

/** The names of every command: `deliveries`, `deliveries list`. */
function namesOf(command: Command): string[][] {
  return command.commands.flatMap((each) => [
    [each.name()],
    ...namesOf(each).map((names) => [each.name(), ...names]),
  ]);
}

const commands = namesOf(createSandboxProgram(recordingTerminal(), host));

it('each command has help, of lines of 80 columns at most', async () => {
  for (const names of [[], ...commands]) {
    const { out, err, exit } = await runCommand([...names, '--help'], host);
    expect([err, exit]).toEqual(['', 0]);
    expect(out).toContain(`Usage: ${['screening-sandbox', ...names].join(' ')} `);
    const wide = out.split('\n').filter((line) => line.length > 80);
    // Examples are not wrapped, so that they can be copied.
    expect(wide.filter((line) => !line.startsWith('  $ '))).toEqual([]);
  }
});

it('prints the version of package.json', async () => {
  const file = new URL('../../package.json', import.meta.url);
  expect(version).toBe(JSON.parse(readFileSync(file, 'utf8')).version);
  expect(await runCommand(['--version'], host)).toEqual({ out: `${version}\n`, err: '', exit: 0 });
});
