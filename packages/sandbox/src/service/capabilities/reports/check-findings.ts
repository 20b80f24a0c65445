import type { CheckRecord } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import type { Outcome } from './outcome-of-name.js';
import type { ReportCheck } from './records.js';

/** How a check ends. The names are those of the actions of its state table. */
export type CheckEnd = 'clear' | 'consider' | 'fail';

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

/** How one of the checks of a report ends. Only one of them ends otherwise than clear. */
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

/** The records of a check that ends with `consider`: the same for every candidate, but for the state and the ids. */
export async function makeFindings(
  { nextId }: Command,
  { type }: ReportCheck,
  workState: string,
): Promise<CheckRecord[]> {
  const records: CheckRecord[] = [];
  for (const finding of type.category === 'criminal' ? criminal : other) {
    records.push({
      id: await nextId('rec'),
      ...finding,
      jurisdiction: workState,
      disputed: false,
    });
  }
  return records;
}
