import { type FieldProblem, fieldProblem, validationProblem } from '../../http/problem.js';

const written = /(?<!\d)\d{3}[\s\p{Pd}.]{1,3}\d{2}[\s\p{Pd}.]{1,3}\d{4}(?!\d)/u;
const nineDigits = /^\D*\d{9}\D*$/;
const namesIt = /ssn|social/i;

/**
 * Refuses a full Social Security number in any field: `123-45-6789` everywhere, and nine digits in a field whose name contains
 * `ssn` or `social`. The answer does not repeat it.
 *
 * @throws Problem naming every field that has one.
 */
export function refuseSsn(body: object): void {
  const errors = findSsns(body);
  if (errors.length > 0) throw validationProblem(errors);
}

/** The fields that {@link refuseSsn} refuses. */
export function findSsns(body: object): readonly FieldProblem[] {
  return ssnsIn(body, []);
}

/** Whether the text of a field with this name has a full Social Security number. */
export function hasSsn(text: string, name: string): boolean {
  return isSsn(text, [name]);
}

function ssnsIn(value: unknown, path: readonly string[]): FieldProblem[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, child]) =>
      written.test(key) ? [refusal(path)] : ssnsIn(child, [...path, key]),
    );
  }
  return isSsn(String(value), path) ? [refusal(path)] : [];
}

function refusal(path: readonly string[]): FieldProblem {
  return fieldProblem(path.join('.'), { code: 'full_ssn', facts: {} });
}

function isSsn(text: string, path: readonly string[]): boolean {
  return written.test(text) || (nineDigits.test(text) && path.some((key) => namesIt.test(key)));
}
