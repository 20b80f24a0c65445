import type { CheckRecord } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import type { FieldProblem } from '../../http/problem.js';
import { type CheckStatus, checksOfReport } from '../reports/index.js';

/** A check of a report, with the name of its type. */
export interface NamedCheck {
  readonly id: string;
  readonly name: string;
  readonly status: CheckStatus;
  readonly records: readonly CheckRecord[];
}

/** Something against a candidate: a record, or a check that is not clear and has no record. */
export interface Finding {
  readonly kind: 'record' | 'check';
  readonly id: string;
  readonly text: string;
}

/** The findings that an adverse action is based on, or that a dispute is about. */
export interface ChosenFindings {
  readonly recordIds: readonly string[];
  readonly checkIds: readonly string[];
}

/** The checks of a report, in their order. */
export async function listNamedChecks(sql: Sql, reportId: string): Promise<readonly NamedCheck[]> {
  const checks = await checksOfReport(sql, reportId);
  return checks.map(({ check: { id, status, records }, type: { name } }) => ({
    id,
    name,
    status,
    records,
  }));
}

export function toFindings(reportChecks: readonly NamedCheck[]): readonly Finding[] {
  return reportChecks.flatMap(({ id, name, status, records }): readonly Finding[] => {
    if (records.length > 0) {
      return records.map((record) => ({
        kind: 'record',
        id: record.id,
        text: `${name}: ${record.summary} (${record.jurisdiction}, severity ${record.severity})`,
      }));
    }
    const isAdverse = status === 'consider' || status === 'unable_to_verify';
    return isAdverse ? [{ kind: 'check', id, text: `${name}: ${inWords(status)}` }] : [];
  });
}

/** Picks the chosen ones of some findings. */
export function pickChosen(
  findings: readonly Finding[],
  { recordIds, checkIds }: ChosenFindings,
): readonly Finding[] {
  const ids = { record: recordIds, check: checkIds };
  return findings.filter(({ kind, id }) => ids[kind].includes(id));
}

/** Returns a fault for each id of a field that is not known. */
export function unknownIds(
  field: string,
  ids: readonly string[] | undefined,
  known: readonly string[],
  message: string,
): FieldProblem[] {
  return (ids ?? []).flatMap((id, index) =>
    known.includes(id) ? [] : [{ param: `${field}.${index}`, code: 'unknown', message }],
  );
}

export function inWords(status: NamedCheck['status']): string {
  return status.replaceAll('_', ' ');
}
