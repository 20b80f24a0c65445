import { z } from 'zod';
import type { Command } from '../../kernel/command.js';
import { type Job, schedule } from '../../kernel/schedule.js';
import type { ReportCheck } from './checks-of-reports.js';
import { outcomes } from './outcome-of-name.js';

/** What the job of a result needs besides the report. */
const Payload = z.object({ checkId: z.string(), outcome: z.enum(outcomes) });

type CheckResult = z.output<typeof Payload>;

/** A check, and when its result is due. */
interface DueCheck {
  readonly one: ReportCheck;
  readonly seconds: number;
}

/** Has the results of checks come. Returns when the last one is due. */
export async function scheduleResults(
  { tx, now }: Command,
  reportId: string,
  outcome: CheckResult['outcome'],
  due: readonly DueCheck[],
): Promise<Date> {
  const dueIn = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
  await schedule(
    tx,
    ...due.map(({ one, seconds }) => ({
      kind: 'check_result' as const,
      // The report's: all that is due for a report is removed at once.
      ref: reportId,
      dueAt: dueIn(seconds),
      payload: { checkId: one.check.id, outcome } satisfies CheckResult,
    })),
  );
  return dueIn(Math.max(0, ...due.map(({ seconds }) => seconds)));
}

/** What {@link scheduleResults} has written. */
export function readResult(job: Job): CheckResult {
  return Payload.parse(job.payload);
}
