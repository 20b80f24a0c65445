import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heading } from '../src/demo/heading.js';
import { runScenarios } from '../src/demo/run-scenarios.js';
import { scenarios } from '../src/demo/scenarios.js';
import { type Stage, startStage } from '../src/demo/stage.js';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes of colors
const plain = (line: string): string => line.replaceAll(/\u001B\[\d+m/g, '');

test('everything in the demo comes out as the specification says, and as the README shows', async () => {
  const lines: string[] = [];
  const differences = await runScenarios(scenarios, stage, (line) => lines.push(line));
  expect(differences, lines.join('\n')).toBe(0);
  expect(lines.filter((line) => line.includes('✓')).length).toBeGreaterThan(15);

  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, shown] = /`npm start` prints:\n\n```text\n(.*?)\n```/s.exec(readme) ?? [];
  expect(shown?.split('\n')).toEqual([
    ...heading.slice(1, -1).split('\n'),
    '',
    ...lines.map(plain),
  ]);
});

test('a difference is shown and counted, and so is an error', async () => {
  const lines: string[] = [];
  const steps = [
    { what: 'a step', run: async () => '500 failed', expected: '200 processed' },
    {
      what: 'another',
      run: () => Promise.reject(new Error('no answer')),
      expected: '200 processed',
    },
    { what: 'a third', run: async () => '200 processed', expected: '200 processed' },
  ];
  const differences = await runScenarios([{ title: 'Title', steps }], stage, (line) =>
    lines.push(line),
  );
  expect(differences).toBe(2);
  expect(lines.map(plain)).toEqual([
    '  Title',
    '  ✗ a step   500 failed',
    '    expected: 200 processed',
    '  ✗ another  no answer',
    '    expected: 200 processed',
    '  ✓ a third  200 processed',
    '',
    '  2 of 3 differ from the specification.',
  ]);
});
