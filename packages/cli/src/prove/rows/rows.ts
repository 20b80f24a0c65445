import type { Row } from '../row.js';
import { byteRows } from './byte-rows.js';
import { duplicateRows } from './duplicate-rows.js';
import { eventRows } from './event-rows.js';
import { handlingRows } from './handling-rows.js';
import { loadRows } from './load-rows.js';
import { recoveryRows } from './recovery-rows.js';
import { refusalRows } from './refusal-rows.js';
import { signatureRows } from './signature-rows.js';

/** Every row, in the order of the report; those of one group stand together. */
export const rows: readonly Row[] = grouped([
  ...eventRows,
  ...byteRows,
  ...signatureRows,
  ...refusalRows,
  ...handlingRows,
  ...duplicateRows,
  ...loadRows,
  ...recoveryRows,
]);

function grouped(list: readonly Row[]): readonly Row[] {
  const groups = new Set(list.map(({ group }) => group));
  return [...groups].flatMap((group) => list.filter((row) => row.group === group));
}
