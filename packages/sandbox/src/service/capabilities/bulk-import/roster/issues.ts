import type { FileIssue } from '../../../db/schema/index.js';
import { isLongerThan } from '../../../limits/characters.js';
import { limits } from '../../../limits/limits.js';
import { hasSsn } from '../../candidates/index.js';

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

const { most: LONGEST_CELL } = limits.rosterCell;

/**
 * The code and the message of what is wrong with a cell, for which the file is refused.
 *
 * @param text Undefined: its bytes are not UTF-8.
 */
export function faultOfCell(
  text: string | undefined,
  column: string,
): readonly [code: string, message: string] | undefined {
  if (text === undefined) {
    return ['encoding_invalid', 'The cell is not UTF-8. Save the file as CSV in UTF-8.'];
  }
  if (text.includes('\0')) return ['nul_character', 'The cell has the character U+0000.'];
  if (isLongerThan(LONGEST_CELL, text)) {
    return ['cell_too_long', `The cell has more than ${LONGEST_CELL} characters.`];
  }
  if (!hasSsn(text, column)) return undefined;
  return [
    'full_ssn',
    'The cell has a whole Social Security number. Remove it. Nothing of the file was stored.',
  ];
}
