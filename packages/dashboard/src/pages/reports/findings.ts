import type { Answer } from '../../api/operations.js';

type Check = Answer<'getReport'>['checks'][number];
type CheckRecord = Check['records'][number];

/** What an adverse action may be based on: a record, or a check that ended without one and not clear. */
export interface Finding {
  readonly id: string;
  readonly check: Check;
  /** Undefined: the finding is the check itself. */
  readonly record?: CheckRecord;
}

export function findingsOf(checks: readonly Check[]): Finding[] {
  return checks.flatMap((check): Finding[] => {
    if (check.records.length > 0) {
      return check.records.map((record) => ({ id: record.id, check, record }));
    }
    const endedClear = check.result === null || check.result === 'clear';
    return endedClear ? [] : [{ id: check.id, check }];
  });
}

/** The chosen findings as a request names them. */
export function chosenFindings(
  findings: readonly Finding[],
  chosen: ReadonlySet<string>,
): { recordIds?: string[]; checkIds?: string[] } {
  const taken = findings.filter(({ id }) => chosen.has(id));
  const recordIds = taken.filter(({ record }) => record).map(({ id }) => id);
  const checkIds = taken.filter(({ record }) => !record).map(({ id }) => id);
  return {
    ...(recordIds.length > 0 ? { recordIds } : {}),
    ...(checkIds.length > 0 ? { checkIds } : {}),
  };
}
