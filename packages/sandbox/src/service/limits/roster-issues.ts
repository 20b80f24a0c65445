/** The codes of the issues of a roster file. */
export const fileIssueCodes = [
  'cell_count',
  'cell_too_long',
  'column_duplicate',
  'column_missing',
  'column_unknown',
  'column_unnamed',
  'encoding_invalid',
  'encoding_unsupported',
  'file_empty',
  'file_type_unsupported',
  'full_ssn',
  'header_missing',
  'internal_error',
  'more_issues',
  'names_too_long',
  'nul_character',
  'quote_misplaced',
  'quote_not_closed',
  'rows_missing',
  'separator_unsupported',
  'too_many_columns',
  'too_many_rows',
] as const;
export type FileIssueCode = (typeof fileIssueCodes)[number];

/** The codes of the issues of a row of a roster. */
export const rowIssueCodes = [
  'credential_expired',
  'credential_missing',
  'date_invalid',
  'duplicate_row',
  'email_invalid',
  'internal_error',
  'required_missing',
  'role_unknown',
  'state_invalid',
  'value_invalid',
] as const;
export type RowIssueCode = (typeof rowIssueCodes)[number];
