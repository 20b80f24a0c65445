import { expect, test } from 'vitest';
import { runScenarios } from '../src/demo/run-scenarios.js';

// `node .ci/check-start.mjs` runs the demo itself, and compares it with the README.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes of colors
const plain = (line: string): string => line.replaceAll(/\u001B\[\d+m/g, '');

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
  const differences = await runScenarios([{ title: 'Title', steps }], undefined, (line) =>
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
