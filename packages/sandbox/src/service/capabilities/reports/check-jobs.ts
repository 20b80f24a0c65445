import { z } from 'zod';
import { type Command, type Job, schedule } from '../../kernel/command.js';
import { outcomes } from './outcomes.js';
import type { ReportCheck } from './records.js';

const Payload = z.object({ checkId: z.string(), outcome: z.enum(outcomes) });

type CheckResult = z.output<typeof Payload>;

interface DueCheck {
  readonly one: ReportCheck;
  readonly seconds: number;
}

/** Schedules the results of checks. @returns when the last one is due. */
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
      // Not the check, because all that is due for a report is removed at once.
      ref: reportId,
      dueAt: dueIn(seconds),
      payload: { checkId: one.check.id, outcome } satisfies CheckResult,
    })),
  );
  return dueIn(Math.max(0, ...due.map(({ seconds }) => seconds)));
}

/** Reads the payload that {@link scheduleResults} has written. */
export function readResult(job: Job): CheckResult {
  return Payload.parse(job.payload);
}
