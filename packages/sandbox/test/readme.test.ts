import { readFileSync } from 'node:fs';
import { type Command, recordingTerminal } from 'screening-webhooks-terminal';
import { expect, it } from 'vitest';
import { createSandboxProgram } from '../src/cli/program.js';
import { magicValues } from './support/magic-values.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('lists the magic values, each with its event', () => {
  const rows = [...readme.matchAll(/^\| (`SBX-.*) \| .* \| (.*) \|$/gm)].flatMap(
    ([, names = '', event = '']) =>
      [...names.matchAll(/`(SBX-[A-Z]+-)…`/g)].map(([, name = '']) => {
        const [, ends] = /^`(\w+)`/.exec(event) ?? [];
        const [, attempts] = /`attemptCount` (\d)/.exec(event) ?? [];
        return { value: `${name}1`, ends, ...(attempts && { sourceAttempts: Number(attempts) }) };
      }),
  );
  expect(rows).toHaveLength(magicValues.length - 1);
  expect(magicValues).toEqual(
    expect.arrayContaining(rows.map((row) => expect.objectContaining(row))),
  );
});

const program = createSandboxProgram(recordingTerminal(), { env: {}, servicesFolder: '/nowhere' });

/** The command that words name, and the words after its name. The default is `start`. */
function commandOf(words: readonly string[]): readonly [Command, readonly string[]] {
  let command = program;
  let rest = words;
  for (;;) {
    const next = command.commands.find((each) => each.name() === rest[0]);
    if (!next) break;
    command = next;
    rest = rest.slice(1);
  }
  const start = program.commands.find((each) => each.name() === 'start');
  return command === program && start ? [start, rest] : [command, rest];
}

/** The options of a text that a command does not have. */
function unknownOptions(command: Command, text: string): string[] {
  const known = [...command.options, ...program.options].map(({ long }) => long);
  return (text.match(/--[a-z][a-z-]+/g) ?? []).filter((option) => !known.includes(option));
}

it('names commands and options that exist, in its shell blocks', () => {
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const lines = blocks.join('').replaceAll('\\\n', '').split('\n');
  const uses = lines.flatMap((line) => {
    const [, words] =
      /^(?:npx @screening-webhooks\/sandbox|screening-sandbox)(?: (.*))?$/.exec(line) ?? [];
    return /^(npx|screening-sandbox)/.test(line) ? [words ?? ''] : [];
  });
  expect(uses.length).toBeGreaterThan(10);
  for (const use of uses) {
    const [command, [first = '-']] = commandOf(use.split(' '));
    // A command that takes no argument, such as a group, is followed by an option or by nothing.
    const takes = command.registeredArguments.length > 0;
    expect(takes || first.startsWith('-') || first === '', use).toBe(true);
    expect(unknownOptions(command, use), use).toEqual([]);
  }
});

it('has every command in its table, with options that exist', () => {
  const [, table = ''] = /^\| command \| what it does \|\n([\s\S]*?)\n\n/m.exec(readme) ?? [];
  const named = table
    .split('\n')
    .slice(1)
    .flatMap((row) => {
      const [, names = '', text = ''] =
        row.split(' | ').length > 1 ? (/^\| (.*?) \| (.*) \|$/.exec(row) ?? []) : [];
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
        const [command, rest] = commandOf(name.split(' '));
        expect(unknownOptions(command, `${name} ${text}`), row).toEqual([]);
        return name
          .split(' ')
          .slice(0, name.split(' ').length - rest.length)
          .join(' ');
      });
    });
  const all = program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : command.commands.map((each) => `${command.name()} ${each.name()}`),
  );
  // The options of start have a table of their own.
  expect(named.sort()).toEqual(all.filter((name) => name !== 'start').sort());
});

it('has every option of start in its table', () => {
  const [, table = ''] = /^\| option \| default \| \|\n([\s\S]*?)\n\n/m.exec(readme) ?? [];
  const [start] = commandOf(['start']);
  const options = start.options.filter(({ hidden }) => !hidden).map(({ long }) => long ?? '');
  expect([...new Set(table.match(/--[a-z][a-z-]+/g))].sort()).toEqual(options.sort());
});
