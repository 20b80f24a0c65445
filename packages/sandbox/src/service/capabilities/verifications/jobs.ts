import { commandJob } from '../../engine/run-job.js';
import type { Command } from '../../kernel/command.js';
import { type Job, schedule } from '../../kernel/schedule.js';
import { answerWhen, askSource } from './ask-source.js';
import { readAvailability } from './catalog-records.js';
import { finishVerification } from './finish-verification.js';
import type { SourceAnswer } from './magic-values.js';
import { lockInSession, type VerificationRow, verificationRecords } from './records.js';

/** Seconds from the submission to each attempt (service tables 1.10). */
const ATTEMPTS_AT = [0, 30, 120];

/** The due work of document verifications. */
export const verificationJobs = {
  source_attempt: commandJob(runSourceAttempt),
  source_answer: commandJob(runSourceAnswer),
  session_expiry: commandJob(runSessionExpiry),
};

/** Asks the issuing source about a submitted document. */
async function runSourceAttempt(command: Command, job: Job): Promise<void> {
  const row = await lockProcessing(command, job);
  if (!row) return;
  const { config } = row;
  const attempt = row.attemptCount + 1;
  const known = askSource(config, row.formData, attempt);
  const answer =
    config.sourceSlug === null
      ? known
      : answerWhen(await readAvailability(command.tx, config.sourceSlug), known);
  if (answer.kind === 'no source') {
    return finishVerification(command, row, { action: 'record' }, row.attemptCount);
  }
  const isFinal = answer.kind === 'confirmed' || answer.kind === 'denied';
  if (isFinal && answer.afterSeconds === undefined) return take(command, row, answer, attempt);
  const next = ATTEMPTS_AT[attempt];
  if (answer.kind === 'unavailable' && next === undefined) {
    const message = `${answer.message} All ${attempt} attempts were used.`;
    return finishVerification(command, row, { action: 'deny', message }, attempt);
  }
  await verificationRecords.save(command, row, { attemptCount: attempt });
  if (isFinal) await scheduleIn(command, job, 'source_answer', answer.afterSeconds ?? 0);
  if (answer.kind === 'unavailable' && next !== undefined) {
    await scheduleIn(command, job, 'source_attempt', next - (ATTEMPTS_AT[attempt - 1] ?? 0));
  }
}

/** Takes the answer of a source that needed time. It comes even if the source does not answer others any more. */
async function runSourceAnswer(command: Command, job: Job): Promise<void> {
  const row = await lockProcessing(command, job);
  if (!row) return;
  const answer = askSource(row.config, row.formData, row.attemptCount);
  if (answer.kind === 'confirmed' || answer.kind === 'denied') {
    await take(command, row, answer, row.attemptCount);
  }
}

/** Ends the verifications of a session that nobody has completed in time. */
async function runSessionExpiry(command: Command, job: Job): Promise<void> {
  const message = 'The session expired before the document was complete.';
  for (const row of await lockInSession(command.tx, job.ref, 'PENDING')) {
    await finishVerification(command, row, { action: 'expire', message }, 0);
  }
}

async function lockProcessing({ tx }: Command, job: Job): Promise<VerificationRow | undefined> {
  const row = await verificationRecords.lockForService(tx, job.ref);
  return row.status === 'PROCESSING' ? row : undefined;
}

function take(
  command: Command,
  row: VerificationRow,
  answer: Extract<SourceAnswer, { kind: 'confirmed' | 'denied' }>,
  attemptCount: number,
): Promise<void> {
  const end =
    answer.kind === 'denied'
      ? ({ action: 'deny', message: answer.message } as const)
      : ({ action: 'confirm', disciplineOnFile: answer.disciplineOnFile } as const);
  return finishVerification(command, row, end, attemptCount);
}

async function scheduleIn(
  { tx, now }: Command,
  { ref }: Job,
  kind: 'source_attempt' | 'source_answer',
  seconds: number,
): Promise<void> {
  await schedule(tx, { kind, ref, dueAt: new Date(now.getTime() + seconds * 1000) });
}
