import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blocksOf } from './support/load-block.js';

// Users of Bun and Deno find the command of their runtime next to npm's, for each package that runs there.

const root = new URL('../../', import.meta.url);
const read = (page: string): string => readFileSync(new URL(page, root), 'utf8');
const suites = 'tests/packed/project/runtimes/';
const runThere = new Set(
  readdirSync(new URL(suites, root))
    // The adapters of frameworks for Node are its own.
    .filter((file) => file.endsWith('.mjs') && file !== 'node.mjs')
    .flatMap((file) => [...read(`${suites}${file}`).matchAll(/'@screening-webhooks\/([a-z]+)/g)])
    // Stores of Cloudflare's own: workerd has them, and nothing else.
    .flatMap(([, name]) => (name === undefined || name === 'cloudflare' ? [] : [name])),
);

/** The packages that the first command of a page installs with `program`, without their versions and sources. */
function installed(page: string, program: 'npm install' | 'bun add' | 'deno add') {
  const lines = blocksOf(read(page), 'sh').flatMap((block) => block.split('\n'));
  const [line] = lines.filter((each) => each.startsWith(`${program} `));
  const words = line?.slice(program.length).trim().split(/\s+/) ?? [];
  const isForDevelopment = words.some((word) => word === '--save-dev' || word === '--dev');
  const names = words.filter((word) => !word.startsWith('--'));
  return { isForDevelopment, names };
}

it('the runtimes run these packages', () => {
  expect([...runThere].sort()).toEqual(['client', 'core', 'explain', 'hono', 'sqlite', 'testing']);
});

describe.each([...runThere])('the README of %s', (name) => {
  const page = `packages/${name}/README.md`;

  it('has the same command for npm, Bun and Deno', () => {
    const npm = installed(page, 'npm install');
    expect(npm.names).toContain(`@screening-webhooks/${name}`);
    expect(installed(page, 'bun add')).toEqual(npm);
    const names = npm.names.map((each) => `npm:${each}`);
    expect(installed(page, 'deno add')).toEqual({ ...npm, names });
  });
});

it('each page starts the Worker with the same commands, on the port that the sandbox delivers to', () => {
  const starting = (page: string) =>
    blocksOf(read(page), 'sh')
      .flatMap((block) => block.split('\n'))
      .filter((line) => line.includes(' worker.ts'));
  const commands = starting('packages/hono/README.md');
  expect(commands.map((line) => /wrangler|bun|deno/.exec(line)?.[0])).toEqual([
    'wrangler',
    'bun',
    'deno',
  ]);
  // Wrangler uses this port by default, and reads this file.
  for (const line of commands.slice(1)) expect(line).toMatch(/(?=.*--env-file=\.dev\.vars).*8787/);
  expect(starting('docs/bun.md')).toEqual([commands[1]]);
});

it('packages for development only are installed as such', () => {
  const pages = [
    'README.md',
    ...['hono', 'sandbox', 'testing'].map((name) => `packages/${name}/README.md`),
    'docs/sandbox.md',
  ];
  const wrong = pages.flatMap((page) =>
    blocksOf(read(page), 'sh')
      .flatMap((block) => block.split('\n'))
      .filter((line) =>
        /^npm install (?!--save-dev ).*(sandbox|testing|explain|wrangler|vitest)/.test(line),
      ),
  );
  expect(wrong).toEqual([]);
});
