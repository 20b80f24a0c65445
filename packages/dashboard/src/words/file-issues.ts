import type { SandboxSchemas } from '@screening-webhooks/sandbox';

type Facts = SandboxSchemas['Facts'];
export type FileCode = SandboxSchemas['FileIssue']['code'];

/** The sentence for each issue of a roster file. The page shows the line beside it. */
export const fileIssues: Readonly<Record<FileCode, (facts: Facts) => string>> = {
  cell_count: ({ count, most }) => `The row has ${count} cells and the header ${most}.`,
  cell_too_long: ({ most }) => `The cell has more than ${most} characters.`,
  column_duplicate: ({ id }) => `The header has the column ${id} twice.`,
  column_missing: ({ id }) => `The column ${id} is missing.`,
  column_unknown: ({ id }) => `The column ${id} is kept but not used.`,
  column_unnamed: () => 'A column without a name is not read.',
  encoding_invalid: () => 'The cell is not UTF-8. Save the file as CSV in UTF-8.',
  encoding_unsupported: ({ text }) => `The file is in ${text}. Save it as CSV in UTF-8.`,
  file_empty: () => 'The file is empty.',
  file_type_unsupported: ({ text }) => `The file is ${text}. Save it as CSV in UTF-8.`,
  full_ssn: () =>
    'The cell has a full Social Security number. Remove it. Nothing of the file was stored.',
  header_missing: ({ allowed = [] }) =>
    `The first row has no known column name. Name the columns ${allowed.join(', ')}, separated by commas. The template of the role has them.`,
  internal_error: () => 'The service failed. Its log has the error.',
  more_issues: ({ count }) => `${count} more issues are not shown.`,
  names_too_long: ({ count }) =>
    `The names of the columns are too long for ${count} rows. Shorten them or split the file.`,
  nul_character: () => 'The cell has the character U+0000.',
  quote_misplaced: () =>
    'The row that begins here has a quote inside a cell. Put the cell in quotes and double the quote.',
  quote_not_closed: () => 'The row that begins here has a quote that is not closed.',
  rows_missing: () => 'The file has a header but no row.',
  separator_unsupported: ({ text }) =>
    `The columns are separated by ${text}. Save the file with commas, as CSV in UTF-8.`,
  too_many_columns: ({ most }) => `The header has more than ${most} columns.`,
  too_many_rows: ({ most }) => `The file has more than ${most} rows. Split it.`,
};
