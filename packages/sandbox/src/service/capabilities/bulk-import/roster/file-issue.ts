import type { FileIssue } from '../../../db/schema/index.js';

/** An issue for which a file is refused. */
export function fileError(
  line: number | null,
  column: string | null,
  code: string,
  message: string,
): FileIssue {
  return { severity: 'error', line, column, code, message };
}

/** An issue that refuses nothing. */
export function fileWarning(...issue: Parameters<typeof fileError>): FileIssue {
  return { ...fileError(...issue), severity: 'warning' };
}
