import { readFileSync } from 'node:fs';
import { faults } from '@screening-webhooks/testing/faults';
import { recordingTerminal } from 'screening-webhooks-terminal';
import { expect, it } from 'vitest';
import { createCli } from '../src/program.js';
import { version } from '../src/version.js';
import { stillHost } from './support/run-cli.js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const program = createCli(recordingTerminal(), stillHost());

it('names every fault but the refusals of the testing kit', () => {
  const table = [...readme.matchAll(/^\| (`[a-z_\d]+`(?:, `[a-z_\d]+`)*) \| .* \| .* \|$/gm)];
  const named = table.flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));
  const made = faults.filter(({ refusal }) => !refusal).map(({ kind }) => kind);
  expect(named.filter((name) => made.includes(name)).sort()).toEqual(made.sort());
});

it('only uses options that the commands have', () => {
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const lines = blocks.join('').replaceAll('\\\n', '').split('\n');
  const commands = lines.flatMap((line) => {
    const [, name, rest = ''] =
      /(?:@screening-webhooks\/cli|^screening-webhooks) (\w+)(.*)/.exec(line) ?? [];
    return name === undefined
      ? []
      : [{ name, options: rest.split('#')[0]?.match(/--[a-z-]+/g) ?? [] }];
  });
  expect(commands.length).toBeGreaterThan(8);
  for (const { name, options } of commands) {
    const command = program.commands.find((each) => each.name() === name);
    const known = command?.options.map(({ long }) => long);
    for (const option of options) expect(known, `${name} ${option}`).toContain(option);
  }
});

it('the package has one bin, no importable entry, and knows its own version', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(manifest.bin).toEqual({ 'screening-webhooks': 'dist/esm/main.js' });
  expect(Object.keys(manifest.exports)).toEqual(['./package.json']);
  expect(version).toBe(manifest.version);
});
