import { CsvError, parse } from 'csv-parse/sync';

/** A record of a CSV file. */
export interface CsvRecord {
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** Each character is a byte: what the bytes say is not known yet. */
  readonly cells: readonly string[];
}

interface CsvFault {
  readonly line: number;
  /** The index of the cell. */
  readonly cell: number;
  readonly code: 'quote_not_closed' | 'quote_misplaced' | 'too_many_records';
}

export interface ParsedCsv {
  readonly records: readonly CsvRecord[];
  /** Why the rest could not be read. Undefined: all was. */
  readonly fault: CsvFault | undefined;
}

/**
 * The records of a CSV file (RFC 4180) without a byte order mark. Empty lines are skipped. A line ends with CR, LF or both, and
 * one file may mix them. It reads bytes, so that the line of the first byte that is not UTF-8 can be named.
 *
 * @param most The number of records after which it stops: the parser needs long for those that differ in their length.
 */
export function parseCsv(bytes: Uint8Array, most: number): ParsedCsv {
  const lines = new LineCounter(bytes);
  const records: CsvRecord[] = [];
  let begin = 0;
  let fault: CsvFault | undefined;
  try {
    parse(bytes, {
      encoding: 'latin1',
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_column_count: true,
      on_record(cells: readonly string[], { bytes: end }) {
        const line = lines.lineAt(afterEmptyLines(bytes, begin));
        if (records.length === most) throw new TooManyRecords();
        records.push({ line, cells });
        begin = end;
        // It need not keep them as well.
        return null;
      },
    });
  } catch (error) {
    fault = { ...faultOf(error), line: lines.lineAt(afterEmptyLines(bytes, begin)) };
  }
  return { records, fault };
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

/** Counts lines forward. The parser counts a CRLF in quotes twice. */
class LineCounter {
  readonly #bytes: Uint8Array;
  #at = 0;
  #line = 1;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @param at Not before that of the last call, and not between a CR and its LF. */
  lineAt(at: number): number {
    for (; this.#at < at; this.#at += 1) {
      const byte = this.#bytes[this.#at];
      const ends = byte === LF || (byte === CR && this.#bytes[this.#at + 1] !== LF);
      if (ends) this.#line += 1;
    }
    return this.#line;
  }
}
