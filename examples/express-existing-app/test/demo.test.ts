import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScenarios } from '../src/demo/run-scenarios.js';
import { scenarios } from '../src/demo/scenarios.js';
import { type Stage, startStage } from '../src/demo/stage.js';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

test('everything in the demo comes out as the specification says', async () => {
  const lines: string[] = [];
  const differences = await runScenarios(scenarios, stage, (line) => lines.push(line));
  expect(differences, lines.join('\n')).toBe(0);
  expect(lines.filter((line) => line.includes('✓')).length).toBeGreaterThan(15);
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes of colors
  const plain = lines.map((line) => line.replaceAll(/\u001B\[\d+m/g, ''));
  expect(plain).toEqual([
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
