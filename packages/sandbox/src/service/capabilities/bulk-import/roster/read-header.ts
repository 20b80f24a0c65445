import type { FileIssue } from '../../../db/schema/index.js';
import { isLongerThan } from '../../../limits/characters.js';
import type { Facts } from '../../../limits/facts.js';
import { limits } from '../../../limits/limits.js';
import type { FileIssueCode } from '../../../limits/roster-issues.js';
import { hasSsn } from '../../candidates/index.js';

export interface RosterTemplate {
  readonly known: readonly string[];
  readonly required: readonly string[];
}

export interface Header {
  /** The name of each cell, trimmed and in lower case. Empty if the header is unusable. */
  readonly names: readonly string[];
  readonly columns: readonly { readonly name: string; readonly index: number }[];
  readonly issues: readonly FileIssue[];
}

const { most: MOST_COLUMNS } = limits.rosterColumns;
const separators: readonly (readonly [separator: string, name: string])[] = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
];

/** @param record The first record, or `undefined` if the file has none. A cell is `undefined` if it is not UTF-8. */
export function readHeader(
  record: { readonly line: number; readonly cells: readonly (string | undefined)[] } | undefined,
  template: RosterTemplate,
): Header {
  if (!record) {
    const issue = fileError(null, null, 'file_empty', 'The file has no header row.');
    return { names: [], columns: [], issues: [issue] };
  }
  const { line, cells } = record;
  // Comes first, because the other checks take long for many cells.
  if (cells.length > MOST_COLUMNS) {
    const message = `The header has more than ${MOST_COLUMNS} columns.`;
    const issue = fileError(line, null, 'too_many_columns', message, { most: MOST_COLUMNS });
    return { names: [], columns: [], issues: [issue] };
  }
  const fault = cells.map((cell) => faultOfCell(cell, '')).find((one) => one !== undefined);
  if (fault) return { names: [], columns: [], issues: [fileError(line, null, ...fault)] };
  const names = cells.map((cell = '') => cell.trim().toLowerCase());
  const columns = names
    .map((name, index) => ({ name, index }))
    .filter(({ name, index }) => name !== '' && names.indexOf(name) === index);
  return { names, columns, issues: checkNames(line, names, template) };
}

function checkNames(line: number, names: readonly string[], template: RosterTemplate): FileIssue[] {
  const { known, required } = template;
  if (!names.some((name) => known.includes(name))) return [notAHeader(line, names, template)];
  const missing = required
    .filter((name) => !names.includes(name))
    .map((name) =>
      fileError(line, name, 'column_missing', `The column ${name} is missing.`, { id: name }),
    );
  const repeated = [...new Set(names)]
    .filter((name) => name !== '' && names.indexOf(name) !== names.lastIndexOf(name))
    .map((name) =>
      fileError(line, name, 'column_duplicate', 'The header has the column twice.', { id: name }),
    );
  const unknown = [...new Set(names)]
    .filter((name) => !known.includes(name))
    .map((name) =>
      name === ''
        ? unnamedColumn(line)
        : fileWarning(line, name, 'column_unknown', 'The column is kept, and not used.', {
            id: name,
          }),
    );
  return [...missing, ...repeated, ...unknown];
}

export function unnamedColumn(line: number | null): FileIssue {
  return fileWarning(line, null, 'column_unnamed', 'A column without a name is not read.');
}

function notAHeader(
  line: number,
  names: readonly string[],
  { known, required }: RosterTemplate,
): FileIssue {
  const message = `The first row has no known column name. It must name the columns ${required.join(', ')}, separated by commas. GET /v1/roles/{id}/roster-template.csv has the template of a role.`;
  return (
    otherSeparator(line, names.join(','), known) ??
    fileError(line, null, 'header_missing', message, { allowed: [...required] })
  );
}

/** The refusal of a header whose names are separated by other characters than commas, or `undefined`. */
export function otherSeparator(
  line: number,
  text: string,
  known: readonly string[],
): FileIssue | undefined {
  const nameOf = (cell: string): string => cell.replaceAll('"', '').trim().toLowerCase();
  const [, separator] =
    separators.find(([one]) => text.split(one).some((cell) => known.includes(nameOf(cell)))) ?? [];
  if (separator === undefined) return undefined;
  const message = `The columns are separated by ${separator}. Save the file with commas, as CSV in UTF-8.`;
  return fileError(line, null, 'separator_unsupported', message, { text: separator });
}

/** An issue that refuses the file. */
export function fileError(
  line: number | null,
  column: string | null,
  code: FileIssueCode,
  message: string,
  facts?: Facts,
): FileIssue {
  return { severity: 'error', line, column, code, message, ...(facts ? { facts } : {}) };
}

/** An issue that does not refuse the file. */
function fileWarning(...issue: Parameters<typeof fileError>): FileIssue {
  return { ...fileError(...issue), severity: 'warning' };
}

const { most: LONGEST_CELL } = limits.rosterCell;

/**
 * The code, message and facts of the fault of a cell, for which the file is refused.
 *
 * @param text `undefined` if its bytes are not UTF-8.
 */
export function faultOfCell(
  text: string | undefined,
  column: string,
): readonly [code: FileIssueCode, message: string, facts?: Facts] | undefined {
  if (text === undefined) {
    return ['encoding_invalid', 'The cell is not UTF-8. Save the file as CSV in UTF-8.'];
  }
  if (text.includes('\0')) return ['nul_character', 'The cell has the character U+0000.'];
  if (isLongerThan(LONGEST_CELL, text)) {
    const message = `The cell has more than ${LONGEST_CELL} characters.`;
    return ['cell_too_long', message, { most: LONGEST_CELL }];
  }
  if (!hasSsn(text, column)) return undefined;
  return [
    'full_ssn',
    'The cell has a full Social Security number. Remove it. Nothing of the file was stored.',
  ];
}
