import { isLongerThan } from '../../../limits/characters.js';
import { limits } from '../../../limits/limits.js';
import { hasSsn } from '../../candidates/index.js';

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
