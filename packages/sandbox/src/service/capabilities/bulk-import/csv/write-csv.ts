import { stringify } from 'csv-stringify/sync';

// A spreadsheet takes this for a formula, also in its full-width form. White space and quotes before it are skipped, because
// some programs drop them.
const formula = /^[\s"']*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/u;

/** A CSV file (RFC 4180) that a spreadsheet shows as text: an apostrophe stands before what it would compute. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  return stringify(
    records.map((cells) => cells.map(guard)),
    // By default the library quotes cells with CRLF only. This quotes a lone CR or LF too.
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
}

/** The cell without the apostrophe of {@link writeCsv}. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function guard(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}
