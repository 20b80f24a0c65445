import { type CandidateField, candidateFields } from '../../db/schema/candidate-fields.js';
import type { CandidateRow } from '../candidates/index.js';
import type { ReportCheck, ReportRow } from './records.js';
import { isOpen } from './states.js';

// A suspended check of a type that requires nothing asks for these.
const identity: readonly CandidateField[] = ['dateOfBirth'];

/**
 * Returns the fields of a candidate that a check waits for: for a pending report those that are not known, and for a suspended
 * one those that are to be confirmed.
 *
 * @param candidate Needed for a pending report only.
 */
export function missingInformation(
  report: ReportRow,
  one: ReportCheck,
  candidate: CandidateRow | undefined,
): CandidateField[] {
  if (!isOpen(one.check)) return [];
  const { requires } = one.type;
  if (report.status === 'suspended') return [...(requires.length > 0 ? requires : identity)];
  if (report.status !== 'pending' || !candidate) return [];
  return requires.filter((field) => candidate[field] === null);
}

/** Returns each field once, in the same order for every report. */
export function allFields(fields: readonly (readonly CandidateField[])[]): CandidateField[] {
  const named = new Set(fields.flat());
  return candidateFields.filter((field) => named.has(field));
}
