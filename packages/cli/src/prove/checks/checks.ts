import type { Check } from '../check.js';
import { byteChecks } from './byte-checks.js';
import { duplicateChecks } from './duplicate-checks.js';
import { eventChecks } from './event-checks.js';
import { forgeryChecks } from './forgery-checks.js';
import { handlingChecks } from './handling-checks.js';
import { identityChecks } from './identity-checks.js';
import { loadChecks } from './load-checks.js';
import { recoveryChecks } from './recovery-checks.js';
import { refusalChecks } from './refusal-checks.js';
import { signatureChecks } from './signature-checks.js';
import { wholeRunChecks } from './whole-run-checks.js';

/** Every check, in the order of the report, grouped. */
export const checks: readonly Check[] = grouped([
  ...eventChecks,
  ...byteChecks,
  ...signatureChecks,
  ...refusalChecks,
  ...forgeryChecks,
  ...handlingChecks,
  ...duplicateChecks,
  ...identityChecks,
  ...loadChecks,
  ...recoveryChecks,
  ...wholeRunChecks,
]);

function grouped(list: readonly Check[]): readonly Check[] {
  const groups = new Set(list.map(({ group }) => group));
  return [...groups].flatMap((group) => list.filter((check) => check.group === group));
}
