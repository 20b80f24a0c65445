import { readFileSync } from 'node:fs';
import type { Sandbox } from '@screening-webhooks/sandbox';
import { afterEach, expect, it, vi } from 'vitest';
import { blocksOf, loadBlock } from '../test/support/load-block.js';

// The blocks of the sandbox's page that start one, run as they are printed there. Each start takes seconds.

const page = readFileSync(new URL('../../packages/sandbox/README.md', import.meta.url), 'utf8');
const start = 'const sandbox = await startSandbox(';
const blocks = blocksOf(page, 'ts').filter((code) => code.includes(`\n${start}`));

afterEach(() => {
  vi.useRealTimers();
});

it('there are three of them', () => {
  expect(blocks).toHaveLength(3);
});

it.each(blocks.map((code, index) => ({ nth: index + 1, code })))(
  'block $nth runs',
  async ({ code }) => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const loaded = await loadBlock(code, (same) => same.replace(start, `export ${start}`));
    vi.useRealTimers();
    await (loaded['sandbox'] as Sandbox).close();
  },
);
