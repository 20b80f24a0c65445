/** A file that is not a roster, and what the service says about it. */
export interface BrokenRoster {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The first error. */
  readonly code: string;
  readonly line: number | null;
  readonly column: string | null;
  /** What no answer may repeat. */
  readonly secret?: string;
}

export const columns = ['first_name', 'last_name', 'email', 'role', 'work_state'] as const;
export const header = columns.join(',');
export const row = 'Maria,Ortiz,maria.ortiz@example.com,registered-nurse,CA';

const ends: readonly (readonly [name: string, end: string])[] = [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
];

function utf8(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

function broken(
  name: string,
  content: string | Uint8Array,
  code: string,
  line: number | null = null,
  column: string | null = null,
  secret?: string,
): BrokenRoster {
  const bytes = typeof content === 'string' ? utf8(content) : content;
  return { name, bytes, code, line, column, ...(secret === undefined ? {} : { secret }) };
}

/** Rows before and after a faulty one, with each end of line, so that its line is the fourth. */
function amid(
  name: string,
  faulty: string | Uint8Array,
  code: string,
  column: string | null,
  secret?: string,
): BrokenRoster[] {
  return ends.map(([of, end]) => {
    const bytes = Buffer.concat([
      utf8([header, row, row, ''].join(end)),
      typeof faulty === 'string' ? utf8(faulty) : faulty,
      utf8([end, row, end].join('')),
    ]);
    return broken(`${name}, ${of}`, bytes, code, 4, column, secret);
  });
}

/** The row with another cell. */
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

const encodings = columns.flatMap((column) => [
  ...amid(
    `Latin-1 in ${column}`,
    bytesIn(column, [0x4a, 0x6f, 0x73, 0xe9]),
    'encoding_invalid',
    column,
  ),
  ...amid(
    `a lone surrogate in ${column}`,
    bytesIn(column, [0xed, 0xa0, 0x80]),
    'encoding_invalid',
    column,
  ),
  ...amid(
    `a cut character in ${column}`,
    bytesIn(column, [0xe2, 0x82]),
    'encoding_invalid',
    column,
  ),
  ...amid(`U+0000 in ${column}`, bytesIn(column, [0x41, 0, 0x42]), 'nul_character', column),
]);

const cells = columns.flatMap((column) => [
  ...amid(`a huge cell in ${column}`, rowWith(column, 'x'.repeat(1001)), 'cell_too_long', column),
  ...amid(`a quote in ${column}`, rowWith(column, 'a"b'), 'quote_misplaced', column),
  ...amid(`text behind quotes in ${column}`, rowWith(column, '"a"b'), 'quote_misplaced', column),
]);

const ssns = ['078-05-1120', '078 05 1120', '078.05.1120', '078–05–1120', 'SSN: 078-05-1120'];
const withSsn = [
  ...ssns.flatMap((ssn) =>
    amid(`an SSN as ${ssn}`, rowWith('last_name', ssn), 'full_ssn', 'last_name', '1120'),
  ),
  broken('nine digits in ssn', `${header},ssn\n${row},078051120\n`, 'full_ssn', 2, 'ssn', '1120'),
  broken(
    'nine digits in Social_Security',
    `${header},Social_Security\n${row},078051120\n`,
    'full_ssn',
    2,
    'social_security',
    '1120',
  ),
  broken('an SSN in the header', `${header},078-05-1120\n${row},x\n`, 'full_ssn', 1, null, '1120'),
  broken(
    'an SSN in quotes over two lines',
    `${header}\n"Maria\nx 078-05-1120",a,b,c,d\n`,
    'full_ssn',
    2,
    'first_name',
    '1120',
  ),
];

const headers = [
  ...columns.map((column) =>
    broken(
      `no column ${column}`,
      `${columns.filter((one) => one !== column).join(',')}\na,b,c,d\n`,
      'column_missing',
      1,
      column,
    ),
  ),
  ...columns.map((column) =>
    broken(`${column} twice`, `${header},${column}\n${row},x\n`, 'column_duplicate', 1, column),
  ),
  ...columns.map((column) =>
    broken(
      `${column} twice, in another case and with spaces`,
      `${header}, ${column.toUpperCase()} \n${row},x\n`,
      'column_duplicate',
      1,
      column,
    ),
  ),
  broken(
    'an unknown column twice',
    `${header},note,note\n${row},x,y\n`,
    'column_duplicate',
    1,
    'note',
  ),
  broken('no header', `${row}\n${row}\n`, 'header_missing', 1),
  broken('a title above the header', `Roster of June\n${header}\n${row}\n`, 'header_missing', 1),
  broken('names with spaces', 'First Name,Last Name,Email address\na,b,c\n', 'header_missing', 1),
  broken('201 columns', `${header}${',x'.repeat(196)}\n${row}\n`, 'too_many_columns', 1),
  broken(
    '400,000 different columns',
    `${Array.from({ length: 400_000 }, (_, index) => index.toString(36)).join(',')}\n`,
    'too_many_columns',
    1,
  ),
  broken('a million columns', `${header}${','.repeat(1_000_000)}\n`, 'too_many_columns', 1),
  broken('a huge name', `${header},${'x'.repeat(1001)}\n${row},a\n`, 'cell_too_long', 1),
  broken('U+0000 in the header', `${header},a\0b\n${row},a\n`, 'nul_character', 1),
  broken(
    'a header that is not UTF-8',
    Buffer.concat([utf8(`${header},`), Buffer.from([0xe9]), utf8(`\n${row},a\n`)]),
    'encoding_invalid',
    1,
  ),
  broken('blank lines above a header that is none', `\n\r\n\na,b\n`, 'header_missing', 4),
];

const separated = [
  ...ends.flatMap(([name, end]) => [
    broken(
      `semicolons, ${name}`,
      `${header}${end}${row}${end}`.replaceAll(',', ';'),
      'separator_unsupported',
      1,
    ),
    broken(
      `tabs, ${name}`,
      `${header}${end}${row}${end}`.replaceAll(',', '\t'),
      'separator_unsupported',
      1,
    ),
    broken(
      `vertical bars, ${name}`,
      `${header}${end}${row}${end}`.replaceAll(',', '|'),
      'separator_unsupported',
      1,
    ),
  ]),
  broken(
    'semicolons and quotes',
    `${columns.map((name) => `"${name}"`).join(';')}\n`,
    'separator_unsupported',
    1,
  ),
  broken(
    'semicolons with a comma in a cell',
    `${header.replaceAll(',', ';')}\na,b;c;d;e;f\n`,
    'separator_unsupported',
    1,
  ),
  broken(
    'semicolons and a BOM',
    `\uFEFF${header.replaceAll(',', ';')}\n`,
    'separator_unsupported',
    1,
  ),
];

const shapes = [
  ...amid(
    'a cell too few',
    'Maria,Ortiz,maria@example.com,registered-nurse',
    'cell_count',
    'work_state',
  ),
  ...amid('one cell', 'Maria', 'cell_count', 'last_name'),
  ...amid('a cell too many', `${row},x`, 'cell_count', null),
  ...amid('an empty cell too many', `${row},`, 'cell_count', null),
  ...amid('two rows on a line', `${row},${row}`, 'cell_count', null),
  ...ends.flatMap(([name, end]) => [
    broken(
      `a quote that is not closed, ${name}`,
      [header, row, `"${row}`, row].join(end),
      'quote_not_closed',
      3,
      'first_name',
    ),
    broken(
      `a quote that is not closed in the last cell, ${name}`,
      [header, row, rowWith('work_state', '"CA')].join(end),
      'quote_not_closed',
      3,
      'work_state',
    ),
    broken(
      `a quote that is not closed below cells of many lines, ${name}`,
      [header, rowWith('first_name', `"a${end}b${end}c"`), `"${row}`].join(end),
      'quote_not_closed',
      5,
      'first_name',
    ),
    broken(`a header only, ${name}`, `${header}${end}`, 'rows_missing'),
    broken(
      `a header and blank lines, ${name}`,
      `${header}${end}${end}${end},,,,${end}`,
      'rows_missing',
    ),
  ]),
  broken('a header without an end of line', header, 'rows_missing'),
  broken('a header that is not closed', `"${header}\n${row}\n`, 'quote_not_closed', 1),
  broken('5,001 rows', `${header}\n${`${row}\n`.repeat(5001)}`, 'too_many_rows', 5002),
  broken(
    'a million rows of one cell',
    `${header}\n${'a\n'.repeat(1_000_000)}`,
    'cell_count',
    2,
    'last_name',
  ),
  broken(
    '500,000 rows of empty cells',
    `${header}\n${',,,\n'.repeat(500_000)}`,
    'too_many_rows',
    10_001,
  ),
  broken(
    '700,000 lines of spaces',
    `${header}\n${row}\n${' \n'.repeat(700_000)}`,
    'too_many_rows',
    10_001,
  ),
  broken('a million empty lines', `${header}${'\r\n'.repeat(1_000_000)}`, 'rows_missing'),
  broken('20,000 short rows', `${header}\n${'a,b,c,d,e\n'.repeat(20_000)}`, 'too_many_rows', 5002),
  broken(
    'mixed ends of lines before a short row',
    `${header}\r\n${row}\n${row}\rMaria\n`,
    'cell_count',
    4,
    'last_name',
  ),
  broken(
    'blank lines before a short row',
    `${header}\n\n\r\n\r${row}\n\nMaria\n`,
    'cell_count',
    7,
    'last_name',
  ),
  broken(
    'a cell of 1.5 MB',
    `${header}\n${rowWith('email', 'x'.repeat(1_500_000))}\n`,
    'cell_too_long',
    2,
    'email',
  ),
  broken(
    'a quoted cell of 1.5 MB',
    `${header}\n${rowWith('email', `"${'x\n'.repeat(750_000)}"`)}\n`,
    'cell_too_long',
    2,
    'email',
  ),
];

const signatures: readonly (readonly [name: string, hex: string])[] = [
  ['an Excel workbook', '504b030414000600080000002100'],
  ['an empty ZIP archive', '504b050600000000000000000000'],
  ['an old Excel workbook', 'd0cf11e0a1b11ae1000000'],
  ['a PNG', '89504e470d0a1a0a0000000d49484452'],
  ['a JPEG', 'ffd8ffe000104a46494600'],
  ['a GIF', '474946383961'],
  ['a PDF', '255044462d312e370a'],
  ['a gzip archive', '1f8b0800000000000003'],
  ['a 7z archive', '377abcaf271c0004'],
  ['a RAR archive', '526172211a0700'],
  ['a Rich Text document', '7b5c727466315c616e7369'],
];

const otherTypes = [
  ...signatures.map(([name, hex]) =>
    broken(
      name,
      Buffer.concat([Buffer.from(hex, 'hex'), utf8(`${header}\n${row}\n`)]),
      'file_type_unsupported',
    ),
  ),
  broken(
    'HTML',
    '<!DOCTYPE html><html><body><table></table></body></html>',
    'file_type_unsupported',
  ),
  broken(
    'an HTML table as Excel exports it',
    `<table><tr><td>${header}</td></tr></table>`,
    'file_type_unsupported',
  ),
  broken('XML', '\n<?xml version="1.0"?><rows/>', 'file_type_unsupported'),
  broken('XML with a BOM', '\uFEFF<?xml version="1.0"?><rows/>', 'file_type_unsupported'),
  broken('JSON rows', `[{"first_name":"Maria"}]`, 'file_type_unsupported'),
  broken('a JSON object', `  {"first_name":"Maria"}`, 'file_type_unsupported'),
  broken('JSON lines', '{"first_name":"Maria"}\n{"first_name":"Ana"}\n', 'file_type_unsupported'),
  broken('a shell script', '#!/bin/sh\necho first_name\n', 'header_missing', 1),
  broken('YAML', 'first_name: Maria\nlast_name: Ortiz\n', 'header_missing', 1),
  broken('Markdown', '| a | b |\n| - | - |\n', 'header_missing', 1),
  broken(
    'bytes from 1 to 255',
    Buffer.from(Array.from({ length: 255 }, (_, index) => index + 1)),
    'header_missing',
    1,
  ),
  broken('only NULs', Buffer.alloc(1000), 'nul_character', 1),
];

const unicode = [
  broken(
    'UTF-16 with a BOM',
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(`${header}\n${row}`, 'little')]),
    'encoding_unsupported',
  ),
  broken(
    'UTF-16, big-endian, with a BOM',
    Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(`${header}\n${row}`, 'big')]),
    'encoding_unsupported',
  ),
  broken(
    'UTF-32 with a BOM',
    Buffer.from([0xff, 0xfe, 0, 0, 0x66, 0, 0, 0]),
    'encoding_unsupported',
  ),
  broken('UTF-16 without a BOM', utf16(`${header}\n${row}`, 'little'), 'nul_character', 1),
  broken(
    'UTF-16, big-endian, without a BOM',
    utf16(`${header}\n${row}`, 'big'),
    'nul_character',
    1,
  ),
  broken(
    'a BOM and bytes that are not UTF-8',
    Buffer.concat([utf8(`\uFEFF${header}\n`), bytesIn('email', [0xe9])]),
    'encoding_invalid',
    2,
    'email',
  ),
];

const empty = [
  broken('an empty file', '', 'file_empty'),
  broken('a BOM alone', '\uFEFF', 'file_empty'),
  broken('blank lines', '\n\r\n\n', 'file_empty'),
  broken('spaces', '   \n  ', 'file_empty'),
  broken('empty cells', ',,,\n,,,\n', 'file_empty'),
  broken('one quote', '"', 'quote_not_closed', 1),
  broken('two quotes', '""', 'file_empty'),
];

/** Files that are refused as a whole. */
export const brokenRosters: readonly BrokenRoster[] = [
  ...encodings,
  ...cells,
  ...withSsn,
  ...headers,
  ...separated,
  ...shapes,
  ...otherTypes,
  ...unicode,
  ...empty,
];
