import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  withoutGuard,
  writeCsv,
} from '../../../../src/service/capabilities/bulk-import/csv/csv.js';
import { requiredColumns } from '../../../../src/service/capabilities/bulk-import/roster/columns.js';
import { readRoster } from '../../../../src/service/capabilities/bulk-import/roster/read-roster.js';
import {
  exportColumns,
  exportRows,
} from '../../../../src/service/capabilities/bulk-import/roster/write-roster.js';
import { brokenRosters, columns, header, row, rowWith } from './support/broken-rosters.js';

const template = { known: requiredColumns, required: requiredColumns };
const read = (content: string | Uint8Array) =>
  readRoster(typeof content === 'string' ? Buffer.from(content) : content, template);

describe(`a file that is not a roster is refused, and the place is named: ${brokenRosters.length} files`, () => {
  it('there are 200 different ones', () => {
    expect(new Set(brokenRosters.map(({ name }) => name)).size).toBe(brokenRosters.length);
    expect(brokenRosters.length).toBeGreaterThanOrEqual(200);
  });

  it.each(brokenRosters)('$name', ({ bytes, code, line, column, secret }) => {
    const { rows, issues } = read(bytes);
    expect(rows).toEqual([]);
    expect(issues[0]).toMatchObject({ severity: 'error', code, line, column });
    expect(issues[0]?.message).toMatch(/^[A-Z].+\.$/);
    expect(issues.length).toBeLessThanOrEqual(101);
    if (secret !== undefined) expect(JSON.stringify(issues)).not.toContain(secret);
  });

  it('with many issues, of which the first are told', () => {
    const { issues } = read(`${header},note\n${'a,b\n'.repeat(5000)}`);
    expect(issues).toHaveLength(101);
    expect(issues.slice(0, 2)).toMatchObject([{ line: 2 }, { line: 3 }]);
    expect(issues.at(-1)).toEqual({
      severity: 'error',
      line: null,
      column: null,
      code: 'more_issues',
      message: 'There are 4901 more issues.',
    });
  });
});

describe('a roster is read', () => {
  const maria = Object.fromEntries(columns.map((name, index) => [name, row.split(',')[index]]));

  it.each([
    ['LF', `${header}\n${row}\n`, [2]],
    ['CRLF', `${header}\r\n${row}\r\n`, [2]],
    ['CR', `${header}\r${row}\r`, [2]],
    ['no end of the last line', `${header}\n${row}`, [2]],
    ['mixed ends of lines', `${header}\r\n${row}\n${row}\r${row}`, [2, 3, 4]],
    ['blank lines', `\n${header}\n\n${row}\n\n\n${row}\n\n`, [4, 7]],
    ['lines of commas', `${header}\n,,,,\n${row}\n,,,,\n,\n`, [3]],
    ['a BOM', `\uFEFF${header}\n${row}\n`, [2]],
    ['two BOMs', `\uFEFF\uFEFF${header}\n${row}\n`, [2]],
    ['a BOM and quotes', `\uFEFF"first_name",${header.slice(11)}\n${row}\n`, [2]],
    [
      'names in capitals, with spaces',
      `${header.toUpperCase().replaceAll(',', ' , ')}\n${row}\n`,
      [2],
    ],
    [
      'quotes everywhere',
      `"${header.replaceAll(',', '","')}"\n"${row.replaceAll(',', '","')}"\n`,
      [2],
    ],
  ])('%s', (_what, content, lines) => {
    const { rows, issues } = read(content);
    expect(issues).toEqual([]);
    expect(rows).toEqual(lines.map((line) => ({ line, values: maria })));
  });

  it.each(['\n', '\r\n', '\r'])('a cell of several lines counts as they do: %j', (end) => {
    const name = `Maria${end}"Mia"${end}${end}`;
    const quoted = rowWith('first_name', `"${name.replaceAll('"', '""')}"`);
    const { rows } = read([header, quoted, row].join(end));
    expect(rows).toEqual([
      { line: 2, values: { ...maria, first_name: name } },
      { line: 6, values: maria },
    ]);
  });

  it('5,000 rows, and text of other languages', () => {
    const name = 'José 李明 عُمَر 👩🏽‍⚕️';
    const { rows, issues } = read(`${header}\n${`${rowWith('first_name', name)}\n`.repeat(5000)}`);
    expect(issues).toEqual([]);
    expect(rows).toHaveLength(5000);
    expect(rows.at(-1)).toEqual({ line: 5001, values: { ...maria, first_name: name } });
  });

  it('unknown columns, with a warning', () => {
    const { rows, issues } = read(`${header},Note,,__proto__\n${row},a,b,c\n`);
    expect(issues).toMatchObject([
      { severity: 'warning', line: 1, column: 'note', code: 'column_unknown' },
      { severity: 'warning', line: 1, column: null, code: 'column_unnamed' },
      { severity: 'warning', line: 1, column: '__proto__', code: 'column_unknown' },
    ]);
    expect(Object.entries(rows[0]?.values ?? {}).slice(5)).toEqual([
      ['note', 'a'],
      ['__proto__', 'c'],
    ]);
  });

  it('nine digits where no name tells of a Social Security number', () => {
    expect(read(`${header},external_id\n${row},078051120\n`).rows).toHaveLength(1);
  });
});

describe('an export', () => {
  const exported = (values: Record<string, string>) =>
    exportRows([{ line: 2, status: 'valid', values, requirements: [], issues: [] }]);

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    ' =1',
    '"=1',
    "'=1",
    '\n=1',
    '＝1',
    '  " \'+1',
  ])('is safe in a spreadsheet: %j', (cell) => {
    const text = exported({ first_name: cell });
    expect(text).toContain(`'${cell.replaceAll('"', '""')}`);
    expect(withoutGuard(`'${cell}`)).toBe(cell);
  });

  it.each(['Maria', '1', "'a", "O'Brien", 'a=1', '', ' a', '"a"'])(
    'leaves other cells: %j',
    (cell) => {
      const [, line = ''] = writeCsv([['a'], [cell, 'b']]).split('\r\n');
      expect(line).toBe(`${/["]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell},b`);
      expect(withoutGuard(cell)).toBe(cell);
    },
  );

  it('is read again as the same cells', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.string({
        unit: fc.constantFrom('=', '+', '-', '@', '"', "'", ',', '\r', '\n', '\t', ' ', 'a', ';'),
        maxLength: 8,
      }),
    );
    // A cell that the reader refuses, or a row that is blank, is none of a roster.
    const cell = text.filter((value) => !value.includes('\0'));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), (cells) => {
        const rows = cells.map(([first = '', second = '', third = ''], index) => ({
          line: index + 2,
          status: 'valid',
          requirements: [],
          issues: [],
          values: {
            first_name: first,
            last_name: second,
            email: third,
            role: 'r',
            work_state: 'CA',
          },
        }));
        const again = read(exportRows(rows));
        const unguarded = again.rows.map(({ values }) =>
          Object.fromEntries(
            Object.entries(values)
              .filter(([name]) => !exportColumns.some((added) => added === name))
              .map(([name, value]) => [name, withoutGuard(value)]),
          ),
        );
        expect(unguarded).toEqual(rows.map(({ values }) => values));
      }),
    );
  });
});
