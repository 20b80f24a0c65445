import { expect, it } from 'vitest';
import { withInstallTabs } from '../src/install-tabs.ts';
import { commandFor, packageManagers } from '../src/package-managers.ts';

const commandOf = (name: string) =>
  name === '@screening-webhooks/sandbox' ? 'screening-sandbox' : undefined;

const each = (line: string, installed: readonly string[] = []) =>
  packageManagers.map((manager) => commandFor(manager, line, new Set(installed), commandOf));

it('adds dependencies, and those for development, with each package manager', () => {
  expect(each('npm install koa @screening-webhooks/koa   # Koa 3')).toEqual([
    'npm install koa @screening-webhooks/koa   # Koa 3',
    'pnpm add koa @screening-webhooks/koa   # Koa 3',
    'yarn add koa @screening-webhooks/koa   # Koa 3',
    'bun add koa @screening-webhooks/koa   # Koa 3',
    'deno add npm:koa npm:@screening-webhooks/koa   # Koa 3',
  ]);
  expect(each('npm install --save-dev vitest')).toEqual([
    'npm install --save-dev vitest',
    'pnpm add -D vitest',
    'yarn add -D vitest',
    'bun add -D vitest',
    'deno add -D npm:vitest',
  ]);
});

it('runs the command of an installed package, and a package that is not installed', () => {
  expect(
    each('npx @screening-webhooks/sandbox trigger x', ['@screening-webhooks/sandbox']),
  ).toEqual([
    'npx @screening-webhooks/sandbox trigger x',
    'pnpm exec screening-sandbox trigger x',
    'yarn exec screening-sandbox trigger x',
    'bunx @screening-webhooks/sandbox trigger x',
    'deno run -A npm:@screening-webhooks/sandbox trigger x',
  ]);
  expect(each('npx @screening-webhooks/cli init')[1]).toBe('pnpm dlx @screening-webhooks/cli init');
  expect(each('npx vitest run')[2]).toBe('yarn exec vitest run');
});

it('starts a file with the runtime of the package manager', () => {
  expect(each('node --env-file=.env app.mjs')).toEqual([
    'node --env-file=.env app.mjs',
    'node --env-file=.env app.mjs',
    'yarn node --env-file=.env app.mjs',
    'node --env-file=.env app.mjs',
    'deno run -A --env-file=.env app.mjs',
  ]);
});

it('a block that adds packages gets a tab for each package manager', () => {
  const page = withInstallTabs('a\n\n```sh\nnpm install koa\ncurl x\n```\n\nb\n', commandOf);
  expect(page.match(/^```sh \[.+$/gm)).toEqual(
    packageManagers.map((manager) => `\`\`\`sh [${manager}]`),
  );
  expect(page).toContain('```sh [bun]\nbun add koa\ncurl x\n```');
  expect(page).toMatch(/^a\n\n::: code-group\n[\s\S]*\n:::\n\nb\n$/);
});

it.each([
  'npm ci && npm run build',
  'npx vitest run',
  'npm install --global @screening-webhooks/sandbox',
])('a block with `%s` alone stays as it is', (command) => {
  const page = `\`\`\`sh\n${command}\n\`\`\`\n`;
  expect(withInstallTabs(page, commandOf)).toBe(page);
});
