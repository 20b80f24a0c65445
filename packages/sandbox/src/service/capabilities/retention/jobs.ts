import { z } from 'zod';
import { type CommandJob, commandJob, skippedMembers } from '../../engine/job-handlers.js';
import { forgetAnswers } from '../../http/idempotency.js';
import { allOrEach, type FailedMember } from '../../kernel/all-or-each.js';
import { type Command, schedule, selectScheduled } from '../../kernel/command.js';
import { limits } from '../../limits/limits.js';
import {
  deleteChanges,
  deleteDeliveries,
  deleteEvents,
  deleteMail,
  deleteRequests,
  deleteSinkRequests,
  START,
  type Step,
} from './records.js';

const DAY = 24 * 3_600_000;
const REF = 'history';
const { most: BATCH } = limits.rowsOfTransaction;

export const retentionEndings = { retention: 'park' } as const;

/** The history, in the order in which it is deleted: events after their deliveries. */
const steps: readonly Step[] = [
  deleteDeliveries,
  deleteEvents,
  deleteChanges,
  deleteRequests,
  async (tx, { before, most }) =>
    (await forgetAnswers(tx, before, most)) === most ? START : undefined,
  deleteMail,
  deleteSinkRequests,
];

/** The progress of a run. */
const Progress = z.object({
  step: z.int(),
  place: z.object({ tenantId: z.string(), at: z.coerce.date(), seq: z.number() }),
});

// One job deletes the history of all tenants.
const OF_NOBODY = '';

/** Schedules the deletion of history, unless it is scheduled. */
export async function ensureRetention({ tx, now }: Command): Promise<void> {
  const [due] = await selectScheduled(tx, 'retention', [REF]);
  if (!due) await schedule(tx, { kind: 'retention', ref: REF, dueAt: now, tenantId: OF_NOBODY });
}

/**
 * Deletes a batch of the history that is older than `retainMs`, and schedules the next batch, or the run of the next day. Keeps
 * everything that is pending, and everything that it needs.
 *
 * @param retainMs If `undefined`, the history is kept, and this job is the last.
 */
export function retentionJob(retainMs: number | undefined): CommandJob {
  return commandJob(async ({ tx, now }, { payload }) => {
    if (retainMs === undefined) return undefined;
    const { step, place } = payload ? Progress.parse(payload) : { step: 0, place: START };
    const before = new Date(now.getTime() - retainMs);
    const failed: FailedMember<unknown>[] = [];
    const rest = await steps[step]?.(tx, {
      before,
      after: place,
      most: BATCH,
      each: async (keys, remove) => void failed.push(...(await allOrEach(tx, keys, remove))),
    });
    const next = rest ? { step, place: rest } : { step: step + 1, place: START };
    const isOver = next.step >= steps.length;
    await schedule(tx, {
      kind: 'retention',
      ref: REF,
      tenantId: OF_NOBODY,
      dueAt: isOver ? new Date(now.getTime() + DAY) : now,
      payload: isOver ? null : next,
    });
    return skippedMembers(failed);
  });
}
