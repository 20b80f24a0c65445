import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { turns } from '../turns.js';

export interface CsvRecord {
  /** The line on which the record begins, counted from 1. */
  readonly line: number;
  /** Each character is one byte: the text is not decoded yet. */
  readonly cells: readonly string[];
}

export interface CsvFault {
  readonly line: number;
  readonly cell: number;
  readonly code: 'quote_not_closed' | 'quote_misplaced' | 'too_many_records';
}

/**
 * Parses a CSV file (RFC 4180) without a byte order mark. Skips empty lines and records of blank cells. A line ends with CR, LF
 * or both, and one file may mix them. Reads bytes, so that the line of the first byte that is not UTF-8 can be named.
 *
 * A first line such as `sep=;`, which Excel also reads, is not a record. It names the separator, which is a comma by default.
 *
 * @param most The number of records after which it stops, blank ones included: the parser is slow on records of differing length.
 * @returns the records, and the fault if the rest could not be read.
 */
export async function parseCsv(bytes: Uint8Array, most: number) {
  const lineAt = lineCounter(bytes);
  const records: CsvRecord[] = [];
  const { separator, length: start } = readSeparatorLine(bytes);
  let count = 0;
  let begin = start;
  let fault: CsvFault | undefined;
  const parser = parse({
    encoding: 'latin1',
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    relax_column_count: true,
    on_record(cells: readonly string[], { bytes: end }) {
      const line = lineAt(afterEmptyLines(bytes, begin));
      if (count === most) throw new TooManyRecords();
      count += 1;
      if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells });
      begin = start + end;
      // The parser need not keep the records too.
      return null;
    },
  });
  try {
    await pipeline(slices(bytes.subarray(start)), parser);
  } catch (error) {
    fault = { ...faultOf(error), line: lineAt(afterEmptyLines(bytes, begin)) };
  }
  return { records, fault };
}

// The separator is a tab or an ASCII punctuation character. Some programs write a tab as \t.
const SEPARATOR_LINE = /^("?)sep=(\\t|\t|[!#-/:-@[-`{-~])\1 *(?:\r\n|\r|\n|$)/i;

/** Reads the separator that the first line names, and the bytes of that line, including its end. */
export function readSeparatorLine(bytes: Uint8Array) {
  const first = Buffer.from(bytes.subarray(0, 100)).toString('latin1');
  const [{ length }, , named = ','] = SEPARATOR_LINE.exec(first) ?? [''];
  return { separator: named === '\\t' ? '\t' : named, length };
}

// Small: even a slice can have many lines of differing length, on which the parser is slow.
const SLICE = 1024;

/** Splits a file, because the parser takes long for a whole one. A slice may end anywhere: the parser continues there. */
async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  const turn = turns();
  for (let at = 0; at < bytes.length; at += SLICE) {
    await turn();
    yield bytes.subarray(at, at + SLICE);
  }
}

class TooManyRecords extends Error {}

function faultOf(error: unknown): Omit<CsvFault, 'line'> {
  if (error instanceof TooManyRecords) return { cell: 0, code: 'too_many_records' };
  if (!(error instanceof CsvError)) throw error;
  const { index } = error;
  const cell = typeof index === 'number' ? index : 0;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return { cell, code: 'quote_not_closed' };
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return { cell, code: 'quote_misplaced' };
    default:
      throw error;
  }
}

const CR = 13;
const LF = 10;

function afterEmptyLines(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === CR || bytes[at] === LF) at += 1;
  return at;
}

/**
 * Counts lines, because the parser counts a CRLF in quotes twice.
 *
 * @returns a function for the line of a place, which must not precede the last place or be between a CR and its LF.
 */
function lineCounter(bytes: Uint8Array): (place: number) => number {
  let at = 0;
  let line = 1;
  return (place) => {
    for (; at < place; at += 1) {
      const ends = bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF);
      if (ends) line += 1;
    }
    return line;
  };
}

// Spreadsheets take this for a formula, full-width forms included. White space and quotes before it are skipped, because some
// programs drop them.
const formula = /^[\s"']*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/u;

/** Writes a CSV file (RFC 4180) that spreadsheets show as text: an apostrophe precedes cells that they would compute. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  return stringify(
    records.map((cells) => cells.map(guard)),
    // By default the library quotes cells with CRLF only. This quotes a lone CR or LF too.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
}

/** Removes the apostrophe of {@link writeCsv} from a cell. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function guard(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** File types by their first bytes. */
const signatures: readonly (readonly [hex: string, what: string])[] = [
  ['504b0304', 'a ZIP archive, such as an Excel workbook'],
  ['504b0506', 'a ZIP archive, such as an Excel workbook'],
  ['d0cf11e0', 'an Excel workbook of the old format'],
  ['89504e47', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['47494638', 'a GIF image'],
  ['25504446', 'a PDF'],
  ['1f8b', 'a gzip archive'],
  ['377abcaf', 'a 7z archive'],
  ['52617221', 'a RAR archive'],
  ['7b5c727466', 'a Rich Text document'],
];

const utf8Bom = 'efbbbf';
const longest = 5;

/** The type of a file that is not CSV, in words. `undefined` if it may be CSV. */
export function otherFileType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, longest)).toString('hex');
  const [, what] = signatures.find(([hex]) => start.startsWith(hex)) ?? [];
  return what ?? markupType(bytes);
}

function markupType(bytes: Uint8Array): string | undefined {
  const begin = Buffer.from(bytes.subarray(0, 3)).toString('hex') === utf8Bom ? 3 : 0;
  const text = Buffer.from(bytes.subarray(begin, begin + 200))
    .toString('latin1')
    .trimStart();
  if (/^<(!doctype|html|\?xml|table|[a-z])/i.test(text)) return 'HTML or XML';
  return /^[[{]/.test(text) ? 'JSON' : undefined;
}

/** The name of an encoding with another byte order mark than UTF-8. `undefined` if the file may be UTF-8. */
export function otherEncoding([first, second]: Uint8Array): string | undefined {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isUtf16 ? 'UTF-16' : undefined;
}
