/** A file that is not a roster, and the service's error for it. */
export interface BrokenRoster {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The first error. */
  readonly code: string;
  readonly line: number | null;
  readonly column: string | null;
  /** A text that no answer may repeat. */
  readonly secret: string | undefined;
}

type Contents = Readonly<Record<string, string | Uint8Array>>;

export const columns = ['first_name', 'last_name', 'email', 'role', 'work_state'] as const;
export const header = columns.join(',');
export const row = 'Maria,Ortiz,maria.ortiz@example.com,registered-nurse,CA';

const ends = { LF: '\n', CRLF: '\r\n', CR: '\r' };

function utf8(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
}

/** Files with the same first error, by their names. */
function broken(
  code: string,
  line: number | null,
  column: string | null,
  files: Contents,
): BrokenRoster[] {
  const secret = code === 'full_ssn' ? '1120' : undefined;
  return Object.entries(files).map(([name, content]) => {
    return { name, bytes: utf8(content), code, line, column, secret };
  });
}

/** Files with each end of line, in which valid rows surround the faulty one on line 4. */
function amid(code: string, column: string | null, rows: Contents): BrokenRoster[] {
  return Object.entries(rows).flatMap(([name, faulty]) =>
    withEachEnd((of, end) => {
      const [above, below] = [[header, row, row, ''].join(end), [end, row, end].join('')];
      const bytes = Buffer.concat([above, faulty, below].map(utf8));
      return broken(code, 4, column, { [`${name}, ${of}`]: bytes });
    }),
  );
}

/** Files with each end of line. */
function withEachEnd(make: (of: string, end: string) => BrokenRoster[]): BrokenRoster[] {
  return Object.entries(ends).flatMap(([of, end]) => make(of, end));
}

/** The row with another value in a column. */
export function rowWith(column: (typeof columns)[number], cell: string): string {
  return row
    .split(',')
    .map((known, index) => (columns[index] === column ? cell : known))
    .join(',');
}

function bytesIn(column: (typeof columns)[number], bytes: readonly number[]): Uint8Array {
  const [before = '', after = ''] = rowWith(column, '#').split('#');
  return Buffer.concat([utf8(before), Buffer.from(bytes), utf8(after)]);
}

function utf16(text: string, endian: 'little' | 'big'): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return endian === 'little' ? bytes : bytes.swap16();
}

const cells = columns.flatMap((column) => [
  ...amid('encoding_invalid', column, {
    [`Latin-1 in ${column}`]: bytesIn(column, [0x4a, 0x6f, 0x73, 0xe9]),
    [`a lone surrogate in ${column}`]: bytesIn(column, [0xed, 0xa0, 0x80]),
    [`a cut character in ${column}`]: bytesIn(column, [0xe2, 0x82]),
  }),
  ...amid('nul_character', column, { [`U+0000 in ${column}`]: bytesIn(column, [0x41, 0, 0x42]) }),
  ...amid('cell_too_long', column, {
    [`a huge cell in ${column}`]: rowWith(column, 'x'.repeat(1001)),
  }),
  ...amid('quote_misplaced', column, {
    [`a quote in ${column}`]: rowWith(column, 'a"b'),
    [`text behind quotes in ${column}`]: rowWith(column, '"a"b'),
  }),
]);

const ssns = ['078-05-1120', '078 05 1120', '078.05.1120', '078–05–1120', 'SSN: 078-05-1120'];

const withSsn = [
  ...amid(
    'full_ssn',
    'last_name',
    Object.fromEntries(ssns.map((ssn) => [`an SSN as ${ssn}`, rowWith('last_name', ssn)])),
  ),
  ...broken('full_ssn', 2, 'ssn', { 'nine digits in ssn': `${header},ssn\n${row},078051120\n` }),
  ...broken('full_ssn', 2, 'social_security', {
    'nine digits in Social_Security': `${header},Social_Security\n${row},078051120\n`,
  }),
  ...broken('full_ssn', 1, null, { 'an SSN in the header': `${header},078-05-1120\n${row},x\n` }),
  ...broken('full_ssn', 2, 'first_name', {
    'an SSN in quotes over two lines': `${header}\n"Maria\nx 078-05-1120",a,b,c,d\n`,
  }),
];

const headers = [
  ...columns.flatMap((column) => [
    ...broken('column_missing', 1, column, {
      [`no column ${column}`]: `${columns.filter((one) => one !== column).join(',')}\na,b,c,d\n`,
    }),
    ...broken('column_duplicate', 1, column, {
      [`${column} twice`]: `${header},${column}\n${row},x\n`,
      [`${column} twice, in another case and with spaces`]: `${header}, ${column.toUpperCase()} \n${row},x\n`,
    }),
  ]),
  ...broken('column_duplicate', 1, 'note', {
    'an unknown column twice': `${header},note,note\n${row},x,y\n`,
  }),
  ...broken('header_missing', 1, null, {
    'no header': `${row}\n${row}\n`,
    'a title above the header': `Roster of June\n${header}\n${row}\n`,
    'names with spaces': 'First Name,Last Name,Email address\na,b,c\n',
    'a shell script': '#!/bin/sh\necho first_name\n',
    YAML: 'first_name: Maria\nlast_name: Ortiz\n',
    Markdown: '| a | b |\n| - | - |\n',
    'a line that names no separator': `sep=\n${header}\n${row}\n`,
    'a line that names two separators': `sep=;,\n${header}\n${row}\n`,
    'bytes from 1 to 255': Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1)),
  }),
  ...broken('header_missing', 4, null, {
    'blank lines above a header that is none': `\n\r\n\na,b\n`,
  }),
  ...broken('too_many_columns', 1, null, {
    '201 columns': `${header}${',x'.repeat(196)}\n${row}\n`,
    '400,000 different columns': `${Array.from({ length: 400_000 }, (_, index) => index.toString(36)).join(',')}\n`,
  }),
  ...broken('cell_too_long', 1, null, {
    'a huge name': `${header},${'x'.repeat(1001)}\n${row},a\n`,
  }),
  ...broken('nul_character', 1, null, {
    'U+0000 in the header': `${header},a\0b\n${row},a\n`,
    'only NULs': Buffer.alloc(1000),
  }),
  ...broken('encoding_invalid', 1, null, {
    'a header that is not UTF-8': Buffer.concat(
      [`${header},`, Buffer.from([0xe9]), `\n${row},a\n`].map(utf8),
    ),
  }),
];

const separated = broken('separator_unsupported', 2, null, {
  'a line that names another separator': `sep=,\n${header.replaceAll(',', ';')}\n`,
  'a line that names another separator, and quotes': `sep=,\n${columns.map((name) => `"${name}"`).join(';')}\n`,
}).concat(
  broken('separator_unsupported', 1, null, {
    ...Object.fromEntries(
      Object.entries({ semicolons: ';', tabs: '\t', 'vertical bars': '|' }).flatMap(
        ([name, separator]) =>
          Object.entries(ends).map(([of, end]) => [
            `${name}, ${of}`,
            `${header}${end}${row}${end}`.replaceAll(',', separator),
          ]),
      ),
    ),
    'semicolons and quotes': `${columns.map((name) => `"${name}"`).join(';')}\n`,
    'semicolons with a comma in a cell': `${header.replaceAll(',', ';')}\na,b;c;d;e;f\n`,
    'semicolons and a BOM': `\uFEFF${header.replaceAll(',', ';')}\n`,
  }),
);

const shapes = [
  ...amid('cell_count', null, {
    'a cell too many': `${row},x`,
    'a cell too many behind empty ones': `${row},,, ,x`,
    'a cell too many before empty ones': `${row},x,,,`,
    'a cell too many of a short row': 'Maria,,,,,x',
    'two rows on a line': `${row},${row}`,
  }),
  ...broken('cell_count', 3, null, {
    'a cell behind the empty end of the header': `${header},,\n${row},,\n${row},,,x\n`,
    'a cell too many below a line that names the separator': `sep=;\n${header.replaceAll(',', ';')}\n${`${row},x`.replaceAll(',', ';')}\n`,
  }),
  ...broken('too_many_rows', 5002, null, {
    'a million rows of one cell': `${header}\n${'a\n'.repeat(1_000_000)}`,
  }),
  ...broken('cell_count', 4, null, {
    'mixed ends of lines before a long row': `${header}\r\n${row}\n${row}\r${row},x\n`,
  }),
  ...broken('cell_count', 7, null, {
    'blank lines before a long row': `${header}\n\n\r\n\r${row}\n\n${row},x\n`,
  }),
  ...withEachEnd((of, end) => [
    ...broken('quote_not_closed', 3, 'first_name', {
      [`a quote that is not closed, ${of}`]: [header, row, `"${row}`, row].join(end),
    }),
    ...broken('quote_not_closed', 3, 'work_state', {
      [`a quote that is not closed in the last cell, ${of}`]: [
        header,
        row,
        rowWith('work_state', '"CA'),
      ].join(end),
    }),
    ...broken('quote_not_closed', 5, 'first_name', {
      [`a quote that is not closed below cells of many lines, ${of}`]: [
        header,
        rowWith('first_name', `"a${end}b${end}c"`),
        `"${row}`,
      ].join(end),
    }),
    ...broken('rows_missing', null, null, {
      [`a header only, ${of}`]: `${header}${end}`,
      [`a header and blank lines, ${of}`]: `${header}${end}${end}${end},,,,${end}`,
    }),
  ]),
  ...broken('rows_missing', null, null, {
    'a header with a million empty cells at its end': `${header}${','.repeat(1_000_000)}\n`,
    'a header without an end of line': header,
    'a million empty lines': `${header}${'\r\n'.repeat(1_000_000)}`,
  }),
  ...broken('quote_not_closed', 1, null, {
    'a header that is not closed': `"${header}\n${row}\n`,
    'one quote': '"',
  }),
  ...broken('too_many_rows', 5002, null, {
    '5,001 rows': `${header}\n${`${row}\n`.repeat(5001)}`,
    '20,000 short rows': `${header}\n${'a,b,c,d,e\n'.repeat(20_000)}`,
  }),
  ...broken('too_many_rows', 10_001, null, {
    '20,000 rows of empty cells': `${header}\n${',,,\n'.repeat(20_000)}`,
    '700,000 lines of spaces': `${header}\n${row}\n${' \n'.repeat(700_000)}`,
  }),
  ...broken('cell_too_long', 2, 'email', {
    'a cell of 1.5 MB': `${header}\n${rowWith('email', 'x'.repeat(1_500_000))}\n`,
    'a quoted cell of 1.5 MB': `${header}\n${rowWith('email', `"${'x\n'.repeat(750_000)}"`)}\n`,
  }),
];

const signatures = {
  'an Excel workbook': '504b030414000600080000002100',
  'an empty ZIP archive': '504b050600000000000000000000',
  'an old Excel workbook': 'd0cf11e0a1b11ae1000000',
  'a PNG': '89504e470d0a1a0a0000000d49484452',
  'a JPEG': 'ffd8ffe000104a46494600',
  'a GIF': '474946383961',
  'a PDF': '255044462d312e370a',
  'a gzip archive': '1f8b0800000000000003',
  'a 7z archive': '377abcaf271c0004',
  'a RAR archive': '526172211a0700',
  'a Rich Text document': '7b5c727466315c616e7369',
};

const otherTypes = broken('file_type_unsupported', null, null, {
  ...Object.fromEntries(
    Object.entries(signatures).map(([name, hex]) => [
      name,
      Buffer.concat([Buffer.from(hex, 'hex'), utf8(`${header}\n${row}\n`)]),
    ]),
  ),
  HTML: '<!DOCTYPE html><html><body><table></table></body></html>',
  'an HTML table as Excel exports it': `<table><tr><td>${header}</td></tr></table>`,
  XML: '\n<?xml version="1.0"?><rows/>',
  'XML with a BOM': '\uFEFF<?xml version="1.0"?><rows/>',
  'JSON rows': `[{"first_name":"Maria"}]`,
  'a JSON object': `  {"first_name":"Maria"}`,
  'JSON lines': '{"first_name":"Maria"}\n{"first_name":"Ana"}\n',
});

const unicode = [
  ...broken('encoding_unsupported', null, null, {
    'UTF-16 with a BOM': utf16(`\uFEFF${header}\n${row}`, 'little'),
    'UTF-16, big-endian, with a BOM': utf16(`\uFEFF${header}\n${row}`, 'big'),
    'UTF-32 with a BOM': Buffer.from([0xff, 0xfe, 0, 0, 0x66, 0, 0, 0]),
  }),
  ...broken('nul_character', 1, null, {
    'UTF-16 without a BOM': utf16(`${header}\n${row}`, 'little'),
    'UTF-16, big-endian, without a BOM': utf16(`${header}\n${row}`, 'big'),
  }),
  ...broken('encoding_invalid', 2, 'email', {
    'a BOM and bytes that are not UTF-8': Buffer.concat([
      utf8(`\uFEFF${header}\n`),
      bytesIn('email', [0xe9]),
    ]),
  }),
];

const empty = broken('file_empty', null, null, {
  'an empty file': '',
  'a BOM alone': '\uFEFF',
  'blank lines': '\n\r\n\n',
  spaces: '   \n  ',
  'empty cells': ',,,\n,,,\n',
  'two quotes': '""',
});

/** Files that are refused as a whole. */
export const brokenRosters: readonly BrokenRoster[] = [
  ...cells,
  ...withSsn,
  ...headers,
  ...separated,
  ...shapes,
  ...otherTypes,
  ...unicode,
  ...empty,
];
