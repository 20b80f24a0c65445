import { nearest } from '@screening-webhooks/testing/faults';
import { UsageError } from 'screening-webhooks-terminal';
import { type CodeEntry, codeEntries } from './code-entries.js';

/**
 * Finds a code, however its words are joined: `unavailable: clock`, `unavailable clock`, `unavailable-clock`.
 *
 * @returns one entry; for `unavailable` alone, the entry of each reason.
 * @throws UsageError for an unknown code, with the nearest known one.
 */
export function findEntries(typed: string): readonly CodeEntry[] {
  const asked = joined(typed);
  const found = codeEntries.filter(({ code }) => joined(code) === asked);
  if (found.length > 0) return found;
  const reasons = codeEntries.filter(({ code }) => joined(code.split(':')[0] ?? '') === asked);
  if (reasons.length > 0) return reasons;
  const meant = nearest(
    typed,
    codeEntries.map(({ code }) => code),
  );
  const cure =
    meant === undefined ? 'without a code, explain lists all of them.' : `did you mean ${meant}?`;
  throw new UsageError(`unknown code "${typed}"; ${cure}`);
}

function joined(code: string): string {
  return (
    code
      .toLowerCase()
      .match(/[a-z\d]+/g)
      ?.join('_') ?? ''
  );
}
