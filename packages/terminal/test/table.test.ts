import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleOf } from '../src/style.js';
import { renderTable } from '../src/table.js';
import { clip, stringWidth, wrap } from '../src/text-width.js';

const { bad } = styleOf({ colors: true });

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

  it('colours do not count as width, and end with their line', () => {
    const rows = [
      [bad('ab'), 'x'],
      ['c', bad('y z')],
    ];
    const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
    expect(renderTable(rows, 5)).toBe(`${red('ab')}  x\nc   ${red('y')}\n    ${red('z')}\n`);
  });

  it('wide characters take two columns', () => {
    const rows = [
      ['日本', 'a'],
      ['🩺', 'b'],
      ['é', 'c'],
    ];
    expect(renderTable(rows, 20)).toBe('日本  a\n🩺    b\né     c\n');
  });

  it('without a limit, each row is one line', () => {
    const rows = [
      ['name', 'text'],
      ['a', 'word '.repeat(200).trim()],
    ];
    expect(renderTable(rows, Number.POSITIVE_INFINITY).split('\n')).toHaveLength(3);
  });

  it('fits unless its words are too wide, breaks no word, and loses none', () => {
    const word = fc.string({
      minLength: 1,
      maxLength: 12,
      unit: fc.constantFrom('a', 'b', '-', 'ü', '語', '🩺'),
    });
    const cell = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 24, max: 120 }), fc.boolean(), (cells, width, colors) => {
        const style = styleOf({ colors });
        const table = renderTable(
          cells.map(([a, b, c]) => [style.bad(a), b, style.quiet(c)]),
          width,
        );
        const words = (text: string) => text.split(/\s+/).filter(Boolean);
        const least = [0, 1, 2].map((column) =>
          Math.max(0, ...cells.flatMap((row) => words(row[column] ?? '')).map(stringWidth)),
        );
        const limit = Math.max(width, 4 + least.reduce((sum, each) => sum + each, 0));
        for (const line of table.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(limit);
        const printed = words(stripVTControlCharacters(table)).sort();
        expect(printed).toEqual(cells.flat().flatMap(words).sort());
      }),
      { numRuns: 300 },
    );
  });
});

it('wrap keeps line breaks, and words that are too long', () => {
  expect(wrap('one two\nthree', 5)).toEqual(['one', 'two', 'three']);
  expect(wrap('abcdefghij k', 4)).toEqual(['abcdefghij', 'k']);
  expect(wrap('', 4)).toEqual(['']);
});

it('clip cuts at the width, not inside a wide character', () => {
  expect(clip('four', 4)).toBe('four');
  expect(clip('fives', 4)).toBe('fiv…');
  expect(clip('日本語', 4)).toBe('日…');
  expect(clip('x'.repeat(999), Number.POSITIVE_INFINITY)).toHaveLength(999);
});
