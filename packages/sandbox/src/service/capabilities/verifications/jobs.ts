import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { failureKind } from '../../db/errors.js';
import {
  commandJob,
  MOST_BYTES,
  objectJob,
  objectsJob,
  UnfinishedJob,
} from '../../engine/job-handlers.js';
import { allOrEach } from '../../kernel/all-or-each.js';
import { type Command, type Job, schedule } from '../../kernel/command.js';
import { countWithin } from '../../kernel/lists.js';
import { limits } from '../../limits/limits.js';
import { answerWhen, askSource, type SourceAnswer } from './ask-source.js';
import { isToBeRead, readFields } from './check-document.js';
import { type Ending, finishVerifications, type VerificationEnd } from './finish-verification.js';
import {
  hasPending,
  lockPending,
  readAvailabilities,
  type SourceRow,
  type VerificationRow,
  verificationRecords,
} from './records.js';

/** Seconds from each unanswered attempt to the next one: the last comes 120 after the first (service tables 1.10). */
const RETRY_AFTER = [30, 90];
const UNREADABLE = 'The fields of the document could not be read from its files.';

export const verificationJobs = {
  source_attempt: objectsJob(verificationRecords, runSourceAttempts),
  source_answer: objectJob(verificationRecords, runSourceAnswer),
  session_expiry: commandJob(runSessionExpiry),
};

export const verificationEndings = {
  source_attempt: failVerification,
  source_answer: failVerification,
  session_expiry: 'park',
} as const;

const SERVICE_FAILED = 'The service has failed to verify the document.';

/** Ends a verification that the service cannot decide. */
async function failVerification(command: Command, { ref }: Job): Promise<void> {
  const rows = await verificationRecords.lockByIds(command.tx, [ref]);
  const end = { action: 'deny', message: SERVICE_FAILED } as const;
  const open = rows.filter(({ status }) => status === 'PROCESSING');
  await finishVerifications(
    command,
    open.map((row) => ({ row, end, attemptCount: row.attemptCount })),
  );
}

/** Asks the issuing sources about submitted documents, after reading missing fields from the files. */
async function runSourceAttempts(
  command: Command,
  rows: readonly VerificationRow[],
): Promise<void> {
  const { tx, now } = command;
  const availabilities = await readAvailabilities(tx);
  const endings: Ending[] = [];
  const waiting: VerificationRow[] = [];
  const jobs: Parameters<typeof schedule>[1][] = [];
  for (const found of rows.filter(({ status }) => status === 'PROCESSING')) {
    const row = await withFields(command, found);
    const next = row ? ask(row, availabilities) : unreadable(found);
    if (next !== 'held' && 'end' in next) {
      endings.push({ row: row ?? found, ...next });
      continue;
    }
    waiting.push(row ?? found);
    if (next === 'held') continue;
    const dueAt = new Date(now.getTime() + next.afterSeconds * 1000);
    jobs.push({ kind: next.kind, ref: found.id, dueAt, tenantId: found.tenantId });
  }
  await schedule(tx, ...jobs);
  await verificationRecords.saveAll(
    command,
    waiting.map((row) => ({ row, changes: { attemptCount: row.attemptCount + 1 } })),
  );
  await finishVerifications(command, endings);
}

function unreadable({ attemptCount }: VerificationRow): Consequence {
  return { end: { action: 'deny', message: UNREADABLE }, attemptCount: attemptCount + 1 };
}

/** The result of an attempt: the end of the verification, a job, or nothing, because somebody decides by hand. */
type Consequence =
  | Omit<Ending, 'row'>
  | 'held'
  | { readonly kind: 'source_attempt' | 'source_answer'; readonly afterSeconds: number };

function ask(
  { config, formData, attemptCount: before }: VerificationRow,
  availabilities: ReadonlyMap<string, SourceRow['availability']>,
): Consequence {
  const attemptCount = before + 1;
  const availability = availabilities.get(config.sourceSlug ?? '') ?? 'available';
  const answer = answerWhen(availability, askSource(config, formData, attemptCount));
  if (answer.kind === 'no source') return { end: { action: 'record' }, attemptCount: before };
  if (answer.kind === 'held') return 'held';
  if (answer.kind !== 'unavailable') {
    const { afterSeconds } = answer;
    if (afterSeconds === undefined) return { end: toEnd(answer), attemptCount };
    return { kind: 'source_answer', afterSeconds };
  }
  const afterSeconds = RETRY_AFTER[before];
  if (afterSeconds !== undefined) return { kind: 'source_attempt', afterSeconds };
  const message = `${answer.message} All ${attemptCount} attempts were used.`;
  return { end: { action: 'deny', message }, attemptCount };
}

/** Returns the verification with its fields, read from its files if needed. `undefined` if they cannot be read. */
async function withFields(
  command: Command,
  row: VerificationRow,
): Promise<VerificationRow | undefined> {
  if (!isToBeRead(row.formData, row.fileIds)) return row;
  await setImmediate();
  const formData = await readFields(command, row);
  return formData && verificationRecords.save(command, row, { formData });
}

/** Takes the answer of a source that needed time. It arrives even if the source is no longer available. */
async function runSourceAnswer(command: Command, row: VerificationRow): Promise<void> {
  if (row.status !== 'PROCESSING') return;
  const answer = askSource(row.config, row.formData, row.attemptCount);
  if (answer.kind === 'confirmed' || answer.kind === 'denied') {
    const { attemptCount } = row;
    await finishVerifications(command, [{ row, end: toEnd(answer), attemptCount }]);
  }
}

/** The progress of an expiry: the `seq` of the last verification, and whether one could not be ended. */
const Progress = z.object({ after: z.number(), failed: z.boolean() });

/** Ends a batch of the verifications of a session that nobody has completed in time, and schedules the next one. */
async function runSessionExpiry(command: Command, job: Job): Promise<unknown> {
  const { tx, now } = command;
  const { kind, ref, tenantId } = job;
  const progress = job.payload ? Progress.parse(job.payload) : { after: 0, failed: false };
  const most = limits.rowsOfTransaction.most;
  const found = await lockPending(tx, ref, progress.after, most);
  const batch = found.slice(
    0,
    countWithin(found, MOST_BYTES, ({ bytes }) => bytes),
  );
  const left = await allOrEach(tx, batch, async (some) => {
    const rows = await verificationRecords.lockByIds(
      tx,
      some.map(({ id }) => id),
    );
    const message = 'The session expired before the document was complete.';
    const end = { action: 'expire', message } as const;
    await finishVerifications(
      command,
      rows.map((row) => ({ row, end, attemptCount: 0 })),
    );
  });
  const [lasting] = left.filter(({ error }) => failureKind(error) === 'lasting');
  const last = batch.at(-1);
  if (last && (found.length === most || batch.length < found.length)) {
    const payload = { after: last.seq, failed: progress.failed || lasting !== undefined };
    return schedule(tx, { kind, ref, dueAt: now, payload, tenantId });
  }
  if (lasting) return new UnfinishedJob(lasting.error, null);
  if (progress.failed) return new UnfinishedJob(new Error('A verification was left.'), null);
  // Another transaction holds a verification, and may complete it.
  if (await hasPending(tx, ref))
    await schedule(tx, { kind, ref, dueAt: new Date(now.getTime() + LOCKED_MS), tenantId });
  return undefined;
}

// Virtual time.
const LOCKED_MS = 1000;

function toEnd(answer: Extract<SourceAnswer, { kind: 'confirmed' | 'denied' }>): VerificationEnd {
  if (answer.kind === 'denied') return { action: 'deny', message: answer.message };
  return { action: 'confirm', disciplineOnFile: answer.disciplineOnFile };
}
