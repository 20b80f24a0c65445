import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTable, wrap } from '../src/table.js';

describe('renderTable', () => {
  it('pads all columns but the last, and wraps at spaces', () => {
    const rows = [
      ['ROW', 'WHY'],
      ['1', 'a reason that is a little longer'],
      ['22', 'short'],
    ];
    expect(renderTable(rows, 20)).toBe(
      ['ROW  WHY', '1    a reason that', '     is a little', '     longer', '22   short', ''].join(
        '\n',
      ),
    );
  });

  it('colours do not count as width', () => {
    const paint = (text: string) => `<red>${text}</red>`;
    expect(
      renderTable(
        [
          [{ text: 'ab', paint }, 'x'],
          ['c', 'y'],
        ],
        20,
      ),
    ).toBe('<red>ab</red>  x\nc   y\n');
  });

  it('fits, and loses no character', () => {
    const cell = fc.string({
      minLength: 0,
      maxLength: 60,
      unit: fc.constantFrom('a', 'b', ' ', 'ü', '🩺'),
    });
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 24, max: 120 }), (cells, width) => {
        const table = renderTable(cells, width);
        for (const line of table.split('\n')) expect([...line].length).toBeLessThanOrEqual(width);
        const letters = (text: string) => [...text.replaceAll(/\s/g, '')].sort().join('');
        expect(letters(table)).toBe(letters(cells.flat().join('')));
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

it('wrap keeps line breaks and breaks words that are too long', () => {
  expect(wrap('one two\nthree', 5)).toEqual(['one', 'two', 'three']);
  expect(wrap('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
  expect(wrap('', 4)).toEqual(['']);
});
