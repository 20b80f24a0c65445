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
import { countTurns } from './support/count-turns.js';

const template = { known: requiredColumns, required: requiredColumns };
const read = (content: string | Uint8Array) =>
  readRoster(typeof content === 'string' ? Buffer.from(content) : content, template);

// test-bulk tests the larger ones.
const small = brokenRosters.filter(({ bytes }) => bytes.length < 300_000);

describe(`a file that is not a roster is refused, and the place is named: ${small.length} files`, () => {
  it('there are 200 different ones', () => {
    expect(new Set(brokenRosters.map(({ name }) => name)).size).toBe(brokenRosters.length);
    expect(small.length).toBeGreaterThanOrEqual(200);
  });

  it.each(small)('$name', async ({ bytes, code, line, column, secret }) => {
    const { rows, issues } = await read(bytes);
    expect(rows).toEqual([]);
    expect(issues[0]).toMatchObject({ severity: 'error', code, line, column });
    expect(issues[0]?.message).toMatch(/^[A-Z].+\.$/);
    expect(issues.length).toBeLessThanOrEqual(101);
    if (secret !== undefined) expect(JSON.stringify(issues)).not.toContain(secret);
  });

  it('without a known column, and told which columns it must name', async () => {
    const { issues } = await read('vorname;nachname\nMaria;Ortiz\n');
    expect(issues).toMatchObject([
      {
        code: 'header_missing',
        message: expect.stringContaining('first_name, last_name, email, role, work_state'),
        facts: { allowed: [...requiredColumns] },
      },
    ]);
  });

  it('with long names of columns for many rows', async () => {
    const names = Array.from({ length: 195 }, (_, index) => `${index}`.padEnd(1000, 'x'));
    const of = (rows: number) =>
      read(`${header},${names.join()}\n${`${row}${','.repeat(195)}\n`.repeat(rows)}`);
    expect((await of(300)).rows).toHaveLength(300);
    const { rows, issues } = await of(360);
    expect(rows).toEqual([]);
    expect(issues[0]).toMatchObject({ severity: 'error', line: null, code: 'names_too_long' });
  });

  it('with many issues, of which the first are reported', async () => {
    const { issues } = await read(`${header},note\n${`${row},a,b\n`.repeat(500)}`);
    expect(issues).toHaveLength(101);
    expect(issues.slice(0, 2)).toMatchObject([{ line: 2 }, { line: 3 }]);
    expect(issues.at(-1)).toEqual({
      severity: 'error',
      line: null,
      column: null,
      code: 'more_issues',
      message: 'There are 401 more issues.',
      facts: { count: 401 },
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
  ])('%s', async (_what, content, lines) => {
    const { rows, issues } = await read(content);
    expect(issues).toEqual([]);
    expect(rows).toEqual(lines.map((line) => ({ line, values: maria })));
  });

  it.each(['\n', '\r\n', '\r'])('a cell of several lines counts as they do: %j', async (end) => {
    const name = `Maria${end}"Mia"${end}${end}`;
    const quoted = rowWith('first_name', `"${name.replaceAll('"', '""')}"`);
    const { rows } = await read([header, quoted, row].join(end));
    expect(rows).toEqual([
      { line: 2, values: { ...maria, first_name: name } },
      { line: 6, values: maria },
    ]);
  });

  it('wherever a slice of it ends', async () => {
    const slice = 1024;
    const name = 'Ma"ria,\r\nJosé';
    const quoted = rowWith('first_name', `"${name.replace('"', '""')}"`);
    for (let shift = 0; shift < Buffer.byteLength(quoted) + 4; shift += 1) {
      const filler = rowWith('first_name', '');
      const before = Buffer.byteLength(`${header}\r\n${filler}\r\n`);
      const long = 'x'.repeat(slice - before - shift);
      const { rows } = await read(
        [header, rowWith('first_name', long), quoted, row, ''].join('\r\n'),
      );
      expect(rows).toEqual([
        { line: 2, values: { ...maria, first_name: long } },
        { line: 3, values: { ...maria, first_name: name } },
        { line: 5, values: maria },
      ]);
    }
  });

  it('while the event loop turns, for each slice and each row', async () => {
    const content = `${header}\n${`${row}\n`.repeat(100)}`;
    const turns = await countTurns(() => read(content));
    expect(turns).toBeGreaterThanOrEqual(100 + content.length / 1024);
  });

  it('5,000 rows, and text of other languages', async () => {
    const name = 'José 李明 عُمَر 👩🏽‍⚕️';
    const { rows, issues } = await read(
      `${header}\n${`${rowWith('first_name', name)}\n`.repeat(5000)}`,
    );
    expect(issues).toEqual([]);
    expect(rows).toHaveLength(5000);
    expect(rows.at(-1)).toEqual({ line: 5001, values: { ...maria, first_name: name } });
  });

  it('unknown columns, with a warning', async () => {
    const { rows, issues } = await read(`${header},Note,,__proto__\n${row},a,b,c\n`);
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

  const withoutState = { ...maria, role: '', work_state: '' };
  const short = row.split(',').slice(0, 3).join();

  it.each([
    ['cells that are missing at the end', `${header}\n${short}\n${row}`, [withoutState, maria]],
    ['a comma too many', `${header},\n${row},\n`, [maria]],
    [
      'many commas too many',
      `${header},,,\n${row},,,,,,,\n${short},,,,,, ,\n`,
      [maria, withoutState],
    ],
    ['a comma too many in the rows', `${header}\n${row},\n`, [maria]],
    ['a comma too many in the header', `${header},\n${row}\n`, [maria]],
    ['a million commas too many', `${header}\n${row}${','.repeat(1_000_000)}\n`, [maria]],
  ])('%s are as empty cells', async (_what, content, values) => {
    const { rows, issues } = await read(content);
    expect(issues).toEqual([]);
    expect(rows.map((each) => each.values)).toEqual(values);
  });

  it('a column without a name at the end of the header, with a warning', async () => {
    const { rows, issues } = await read(`${header},,\n${row},x,\n`);
    expect(rows).toEqual([{ line: 2, values: maria }]);
    expect(issues).toMatchObject([{ severity: 'warning', line: 1, code: 'column_unnamed' }]);
  });

  it.each([
    ['a comma', 'sep=,\n', ','],
    ['a semicolon', 'sep=;\r\n', ';'],
    ['a tab', 'SEP=\t\r', '\t'],
    ['the escape of a tab', 'sep=\\t\r\n', '\t'],
    ['a vertical bar', 'Sep=|\n', '|'],
    ['a semicolon, behind a BOM', '\uFEFFsep=;\r\n', ';'],
    ['a semicolon, in quotes', '"sep=;"\r\n', ';'],
  ])('with %s that its first line names', async (_what, first, separator) => {
    const cells = (line: string) => line.replaceAll(',', separator);
    const quoted = rowWith('first_name', `"${separator}\n"`).split(',').join(separator);
    const name = separator === ',' ? '' : quoted;
    const { rows, issues } = await read(
      `${first}${cells(header)}\n${name === '' ? '' : `${name}\n`}${cells(row)}${separator}\n`,
    );
    expect(issues).toEqual([]);
    expect(rows.at(-1)).toEqual({ line: name === '' ? 3 : 5, values: maria });
    expect(rows[0]?.line).toBe(3);
  });

  it('nine digits where no name suggests a Social Security number', async () => {
    const { rows } = await read(`${header},external_id\n${row},078051120\n`);
    expect(rows).toHaveLength(1);
  });
});

describe('an export', () => {
  type Rows = Parameters<typeof exportRows>[0] extends AsyncIterable<infer Page> ? Page : never;

  /** The text of an export whose pages have one row each. */
  async function textOf(rows: Rows): Promise<string> {
    async function* pages() {
      for (const row of rows) yield [row];
    }
    const texts: string[] = [];
    for await (const text of exportRows(pages())) texts.push(text);
    return texts.join('');
  }

  const exported = (values: Record<string, string>) =>
    textOf([{ line: 2, status: 'valid', values, requirements: [], issues: [] }]);

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
  ])('is safe in a spreadsheet: %j', async (cell) => {
    const text = await exported({ first_name: cell });
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

  it('of no rows has a header', async () => {
    expect(await textOf([])).toBe(`${exportColumns.join(',')}\r\n`);
  });

  it('is read again as the same cells', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.string({
        unit: fc.constantFrom('=', '+', '-', '@', '"', "'", ',', '\r', '\n', '\t', ' ', 'a', ';'),
        maxLength: 8,
      }),
    );
    // A roster has no cells that the reader refuses, and no blank rows.
    const cell = text.filter((value) => !value.includes('\0'));
    const people = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(people, async (cells) => {
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
        const again = await read(await textOf(rows));
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
