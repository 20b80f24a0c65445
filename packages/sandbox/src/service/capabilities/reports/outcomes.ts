import type { CheckRecord } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import type { ReportCheck } from './records.js';

/**
 * How the checks of a report end, by the candidate's last name (service tables 1.10). All end clear, except:
 * - `consider`: the first criminal check, or otherwise the first, ends `consider`, with records.
 * - `disputed`: like `consider`. The candidate then disputes the adverse action, see `adverse-actions`.
 * - `unverifiable`: the first check that asks an employer, a school or a board, or otherwise the first, ends `unable_to_verify`.
 * - `suspended`: after its first check has ended, the report waits for information.
 * - `canceled`: when the first result is due, the service cancels the checks.
 * - `slow`: each check takes ten times as long.
 */
export const outcomes = [
  'clear',
  'consider',
  'disputed',
  'unverifiable',
  'suspended',
  'canceled',
  'slow',
] as const;

export type Outcome = (typeof outcomes)[number];

/** Returns the outcome that a last name chooses, ignoring case. Every other name chooses `clear`. */
export function outcomeOfName(lastName: string): Outcome {
  const name = lastName.trim().toLowerCase();
  return outcomes.find((outcome) => outcome === name) ?? 'clear';
}

/** How a check ends: an action of its state table. */
type CheckEnd = 'clear' | 'consider' | 'fail';

type Finding = Pick<CheckRecord, 'summary' | 'severity'>;

// The checks that ask a person or an office, who may not answer.
const asked: readonly string[] = ['employment', 'education', 'license'];

const criminal: readonly Finding[] = [
  { summary: 'Synthetic record: petty theft, misdemeanor, convicted', severity: 'medium' },
  { summary: 'Synthetic record: disorderly conduct, infraction, fined', severity: 'low' },
];
const other: readonly Finding[] = [
  { summary: 'Synthetic record: the answer differs from the statement', severity: 'medium' },
];

/** How a check of a report ends. At most one check of a report does not end clear. */
export function chooseCheckEnd(
  outcome: Outcome,
  one: ReportCheck,
  all: readonly ReportCheck[],
): CheckEnd {
  const isFirst = (categories: readonly string[]): boolean =>
    one === (all.find(({ type }) => categories.includes(type.category)) ?? all[0]);
  const finds = outcome === 'consider' || outcome === 'disputed';
  if (finds && isFirst(['criminal'])) return 'consider';
  if (outcome === 'unverifiable' && isFirst(asked)) return 'fail';
  return 'clear';
}

/** The records of a check that ends with `consider`: the same for every candidate, except for the state and the ids. */
export async function makeFindings(
  { nextIds }: Command,
  { type }: ReportCheck,
  workState: string,
): Promise<CheckRecord[]> {
  const findings = type.category === 'criminal' ? criminal : other;
  const ids = await nextIds('rec', findings.length);
  return zip(ids, findings).map(([id, finding]) => {
    return { id, ...finding, jurisdiction: workState, disputed: false };
  });
}
