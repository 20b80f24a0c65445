import { type CandidateField, candidateFields } from '../../db/schema/index.js';
import type { CandidateRow } from '../candidates/index.js';
import { isOpen, type ReportCheck } from './checks-of-reports.js';
import type { ReportRow } from './records.js';

// What a suspended check of a type that requires nothing asks for.
const identity: readonly CandidateField[] = ['dateOfBirth'];

/**
 * The fields of a candidate that a check waits for: of a pending report those that are not known, and of a suspended one those
 * that are to be confirmed.
 *
 * @param candidate Of a pending report.
 */
export function missingInformation(
  report: ReportRow,
  one: ReportCheck,
  candidate: CandidateRow | undefined,
): CandidateField[] {
  if (!isOpen(one)) return [];
  const { requires } = one.type;
  if (report.status === 'suspended') return [...(requires.length > 0 ? requires : identity)];
  if (report.status !== 'pending' || !candidate) return [];
  return requires.filter((field) => candidate[field] === null);
}

/** Each field once, in the same order for every report. */
export function allFields(fields: readonly (readonly CandidateField[])[]): CandidateField[] {
  const named = new Set(fields.flat());
  return candidateFields.filter((field) => named.has(field));
}
