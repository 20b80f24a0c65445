import { z } from 'zod';
import { failureKind } from '../../db/errors.js';
import { commandJob, UnfinishedJob } from '../../engine/job-handlers.js';
import { allOrEach } from '../../kernel/all-or-each.js';
import { type Command, type Job, type ScopedCommand, schedule } from '../../kernel/command.js';
import { limits } from '../../limits/limits.js';
import { isCommitting } from '../bulk-import/index.js';
import { waitingInvitations } from '../invitations/index.js';
import { revokeKeys } from '../keys/index.js';
import { waitingReports } from '../reports/index.js';
import type { TenantRow } from '../tenants/index.js';
import { waitingVerifications } from '../verifications/index.js';
import { type OpenObjects, provisionedRecords, START, selectOpen } from './records.js';

export const partnerJobs = { tenant_closing: commandJob(runClosing) };

export const partnerEndings = { tenant_closing: 'park' } as const;

/** Closes a locked tenant, for which nobody can order any more. A job ends its open objects, because they may be many. */
export async function closeTenant(command: ScopedCommand, row: TenantRow): Promise<TenantRow> {
  const { tx, now } = command;
  await revokeKeys(command, row.id);
  await schedule(tx, { kind: 'tenant_closing', ref: row.id, dueAt: now, tenantId: row.id });
  return provisionedRecords.act(command, 'close', row, {});
}

/** Objects of a tenant that wait for somebody who can no longer act. */
interface Waiting extends OpenObjects {
  /** Ends the objects that are still open, as a caller would. */
  readonly end: (command: Command, ids: readonly string[]) => Promise<unknown>;
  /** How many rows change with each object. Default: 1. */
  readonly rows?: number;
}

const waiting: readonly Waiting[] = [
  ...waitingInvitations,
  ...waitingReports,
  ...waitingVerifications,
];

/** The progress of a closing: the kind of objects, the last object, and whether one could not be ended. */
const Progress = z.object({
  step: z.int(),
  after: z.object({ at: z.coerce.date(), seq: z.number() }),
  failed: z.boolean(),
});

const COMMIT_MS = 60_000;

/** Ends a batch of the open objects of a closed tenant, and schedules the next one. */
async function runClosing(command: Command, { kind, ref, payload }: Job): Promise<unknown> {
  const { tx, now } = command;
  let room = limits.rowsOfTransaction.most;
  let { step, after, failed } = payload
    ? Progress.parse(payload)
    : { step: 0, after: START, failed: false };
  let error: unknown = new Error('An object was left.');
  for (const { end, rows = 1, ...open } of waiting.slice(step)) {
    const most = Math.floor(room / rows);
    const found = await selectOpen(tx, { tenantId: ref, now, after, most }, open);
    const left = await allOrEach(tx, found, (some) =>
      end(
        command,
        some.map(({ id }) => id),
      ),
    );
    for (const one of left) {
      // The object is not at fault: the transaction runs again.
      if (failureKind(one.error) === 'passing') throw one.error;
      ({ error } = one);
      failed = true;
    }
    room -= found.length * rows;
    after = found.at(-1)?.place ?? after;
    if (found.length === most) break;
    step += 1;
    after = START;
  }
  if (step < waiting.length) {
    return schedule(tx, { kind, ref, dueAt: now, payload: { step, after, failed }, tenantId: ref });
  }
  if (failed) return new UnfinishedJob(error, null);
  if (await isCommitting(tx, ref)) {
    await schedule(tx, { kind, ref, dueAt: new Date(now.getTime() + COMMIT_MS), tenantId: ref });
  }
  return undefined;
}
