import type { FileIssue } from '../../../db/schema/index.js';
import type { Facts } from '../../../limits/facts.js';
import { limits } from '../../../limits/limits.js';
import type { FileIssueCode } from '../../../limits/roster-issues.js';
import {
  type CsvFault,
  type CsvRecord,
  otherEncoding,
  otherFileType,
  parseCsv,
  readSeparatorLine,
} from '../csv/csv.js';
import { turns } from '../turns.js';
import {
  faultOfCell,
  fileError,
  type Header,
  otherSeparator,
  type RosterTemplate,
  readHeader,
  unnamedColumn,
} from './read-header.js';

export interface RosterRow {
  /** The line on which the row begins, counted from 1. */
  readonly line: number;
  /** The cells by column. Columns without a name are left out. */
  readonly values: Readonly<Record<string, string>>;
}

/** A roster. If an issue is an error, it has no rows: the file is refused as a whole. */
export interface Roster {
  readonly rows: readonly RosterRow[];
  readonly issues: readonly FileIssue[];
  /** Whether the file is empty, or not CSV in UTF-8. Otherwise, errors are about its content. */
  readonly isUnreadable: boolean;
}

const unreadable: readonly FileIssueCode[] = [
  'file_empty',
  'rows_missing',
  'file_type_unsupported',
  'encoding_unsupported',
  'encoding_invalid',
  'separator_unsupported',
  'quote_not_closed',
  'quote_misplaced',
];

const { most: MOST_ROWS } = limits.rosterRows;
// Includes the header, and rows of empty cells, which spreadsheets leave at the end.
const MOST_RECORDS = 2 * MOST_ROWS;
const { most: MOST_COLUMNS } = limits.rosterColumns;
const { most: MOST_ISSUES } = limits.rosterIssues;

/** Reads a roster CSV (service tables 1.9), and lets the event loop turn meanwhile. No issue repeats the content of a cell. */
export async function readRoster(bytes: Uint8Array, template: RosterTemplate): Promise<Roster> {
  const { rows, issues } = await readFile(bytes, template);
  return {
    rows,
    issues: bounded(issues),
    isUnreadable: issues.some(({ code }) => unreadable.includes(code)),
  };
}

async function readFile(
  bytes: Uint8Array,
  template: RosterTemplate,
): Promise<Pick<Roster, 'rows' | 'issues'>> {
  const whole = faultOfWhole(bytes);
  if (whole) return { rows: [], issues: [whole] };
  const content = withoutBom(bytes);
  const { records, fault } = await parseCsv(content, MOST_RECORDS);
  const [first, ...rest] = records;
  if (!first && fault) return { rows: [], issues: [faultOfHeader(fault, content, template)] };
  // Keeps one column too many, so that it is reported.
  const cells = first?.cells.slice(0, Math.min(filledCells(first), MOST_COLUMNS + 1)).map(decode);
  const named = readHeader(first && cells && { line: first.line, cells }, template);
  const header = { ...named, line: first?.line ?? null, width: first?.cells.length ?? 0 };
  const { rows, errors, hasUnnamed } = await readRows(rest, header);
  // Each row is stored with the names.
  const names = rows.length * Buffer.byteLength(JSON.stringify(header.names));
  if (names > limits.rosterNames.most) {
    const message = `The names of the columns are too long for ${rows.length} rows. Shorten them, or split the file.`;
    errors.push(fileError(null, null, 'names_too_long', message, { count: rows.length }));
  }
  if (rest.length === 0 && !fault) {
    errors.push(fileError(null, null, 'rows_missing', 'The file has a header and no row.'));
  }
  const atEnd = fault && rest.length <= MOST_ROWS ? [faultOfRecord(fault, header.names)] : [];
  const isTold = header.issues.some(({ code }) => code === 'column_unnamed');
  const unnamed = hasUnnamed && !isTold ? [unnamedColumn(header.line)] : [];
  const issues = [...header.issues, ...unnamed, ...errors, ...atEnd];
  const refused = issues.some(({ severity }) => severity === 'error');
  // Errors first, because the number of reported issues is limited.
  const told = [
    ...issues.filter(({ severity }) => severity === 'error'),
    ...issues.filter(({ severity }) => severity !== 'error'),
  ];
  return { rows: refused ? [] : rows, issues: told };
}

function faultOfWhole(bytes: Uint8Array): FileIssue | undefined {
  const text = (code: FileIssueCode, message: string, facts?: Facts) =>
    fileError(null, null, code, message, facts);
  if (bytes.length === 0) return text('file_empty', 'The file is empty.');
  const encoding = otherEncoding(bytes);
  if (encoding) {
    return text('encoding_unsupported', `The file is in ${encoding}. Save it as CSV in UTF-8.`, {
      text: encoding,
    });
  }
  const type = otherFileType(bytes);
  return type === undefined
    ? undefined
    : text('file_type_unsupported', `The file is ${type}. Save it as CSV in UTF-8.`, {
        text: type,
      });
}

// A header with quoted names and another separator breaks the rules of CSV.
function faultOfHeader(fault: CsvFault, bytes: Uint8Array, { known }: RosterTemplate): FileIssue {
  const [text = ''] = Buffer.from(bytes.subarray(readSeparatorLine(bytes).length))
    .toString('latin1')
    .trimStart()
    .split(/[\r\n]/, 1);
  return otherSeparator(fault.line, text, known) ?? faultOfRecord(fault, []);
}

const faults = {
  too_many_records: `The file has more than ${MOST_RECORDS} rows, most of them empty.`,
  quote_not_closed: 'The row that begins here has a quote that is not closed.',
  quote_misplaced:
    'The row that begins here has a quote inside a cell. Put the cell in quotes, and double the quote.',
} as const;

function faultOfRecord({ line, cell, code }: CsvFault, names: readonly string[]): FileIssue {
  return code === 'too_many_records'
    ? fileError(line, null, 'too_many_rows', faults[code], { most: MOST_RECORDS })
    : fileError(line, names[cell] || null, code, faults[code]);
}

interface Read {
  readonly rows: RosterRow[];
  readonly errors: FileIssue[];
  /** Whether a cell below the empty end of the header has text. */
  hasUnnamed: boolean;
}

interface WideHeader extends Header {
  /** The number of cells, including the empty ones at the end. */
  readonly width: number;
}

async function readRows(records: readonly CsvRecord[], header: WideHeader): Promise<Read> {
  const read: Read = { rows: [], errors: [], hasUnnamed: false };
  if (header.issues.some(({ severity }) => severity === 'error')) return read;
  const turn = turns();
  for (const [index, record] of records.entries()) {
    if (index === MOST_ROWS) {
      const message = `The file has more than ${MOST_ROWS} rows. Split it.`;
      read.errors.push(fileError(record.line, null, 'too_many_rows', message, { most: MOST_ROWS }));
      break;
    }
    await readRow(record, header, read, turn);
  }
  return read;
}

async function readRow(
  record: CsvRecord,
  { names, columns, width }: WideHeader,
  read: Read,
  turn: () => Promise<void>,
): Promise<void> {
  const { rows, errors } = read;
  const { line, cells } = record;
  // Spreadsheets omit empty cells at the end of a row, or add some.
  const filled = filledCells(record);
  if (filled > width) {
    const message = `The row has ${filled} cells, the header ${width}.`;
    errors.push(fileError(line, null, 'cell_count', message, { count: filled, most: width }));
  } else if (filled > names.length) read.hasUnnamed = true;
  const texts: (string | undefined)[] = [];
  // A malformed row may have as many cells as the file has bytes.
  for (const [index, cell] of cells.slice(0, Math.max(filled, width)).entries()) {
    if (index % MOST_COLUMNS === 0) await turn();
    const text = decode(cell);
    texts.push(text);
    const issue = faultOfCell(text, names[index] ?? '');
    if (issue) errors.push(fileError(line, names[index] || null, ...issue));
  }
  const values = columns.map(({ name, index }) => [name, texts[index] ?? ''] as const);
  rows.push({ line, values: Object.fromEntries(values) });
}

/** The number of cells without the empty ones at the end. */
function filledCells({ cells }: CsvRecord): number {
  return cells.findLastIndex((cell) => /[^\t\n\r ]/.test(cell)) + 1;
}

// With the mark, the parser would decode the file as UTF-8, whether it is or not.
function withoutBom(bytes: Uint8Array): Uint8Array {
  const [first, second, third] = bytes;
  return first === 0xef && second === 0xbb && third === 0xbf ? bytes.subarray(3) : bytes;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @param bytes One character per byte. @returns `undefined` if they are not UTF-8. */
function decode(bytes: string): string | undefined {
  // Nearly all cells are ASCII.
  if (/^\p{ASCII}*$/u.test(bytes)) return bytes;
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

function bounded(issues: readonly FileIssue[]): readonly FileIssue[] {
  if (issues.length <= MOST_ISSUES) return issues;
  const { severity = 'error' } = issues[MOST_ISSUES] ?? {};
  const count = issues.length - MOST_ISSUES;
  const message = `There are ${count} more issues.`;
  return [
    ...issues.slice(0, MOST_ISSUES),
    { severity, line: null, column: null, code: 'more_issues', message, facts: { count } },
  ];
}
