import { commandJob, objectJob } from '../../engine/run-job.js';
import type { Command } from '../../kernel/command.js';
import { type Job, schedule } from '../../kernel/schedule.js';
import { answerWhen, askSource } from './ask-source.js';
import { readAvailability } from './catalog-records.js';
import { isToBeRead, readFields } from './extract-fields.js';
import { finishVerification, type VerificationEnd } from './finish-verification.js';
import type { SourceAnswer } from './magic-values.js';
import { selectInSession, type VerificationRow, verificationRecords } from './records.js';

/** Seconds from each attempt without an answer to the next one, so that the last is 120 after the first (service tables 1.10). */
const RETRY_AFTER = [30, 90];
const UNREADABLE = 'The fields of the document could not be read from its files.';

/** The due work of document verifications. */
export const verificationJobs = {
  source_attempt: objectJob(verificationRecords, runSourceAttempt),
  source_answer: objectJob(verificationRecords, runSourceAnswer),
  session_expiry: commandJob(runSessionExpiry),
};

/** Asks the issuing source about a submitted document, whose fields are known or read first. */
async function runSourceAttempt(command: Command, found: VerificationRow): Promise<void> {
  if (found.status !== 'PROCESSING') return;
  const { tx, now } = command;
  const attempt = found.attemptCount + 1;
  const row = await withFields(command, found);
  if (!row) {
    return finishVerification(command, found, { action: 'deny', message: UNREADABLE }, attempt);
  }
  const { id, config, formData } = row;
  const availability = await readAvailability(tx, config.sourceSlug);
  const answer = answerWhen(availability, askSource(config, formData, attempt));
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  switch (answer.kind) {
    case 'no source':
      return finishVerification(command, row, { action: 'record' }, row.attemptCount);
    case 'confirmed':
    case 'denied':
      if (answer.afterSeconds === undefined) {
        return finishVerification(command, row, toEnd(answer), attempt);
      }
      await schedule(tx, { kind: 'source_answer', ref: id, dueAt: after(answer.afterSeconds) });
      break;
    case 'unavailable': {
      const wait = RETRY_AFTER[attempt - 1];
      if (wait === undefined) {
        const message = `${answer.message} All ${attempt} attempts were used.`;
        return finishVerification(command, row, { action: 'deny', message }, attempt);
      }
      await schedule(tx, { kind: 'source_attempt', ref: id, dueAt: after(wait) });
    }
  }
  await verificationRecords.save(command, row, { attemptCount: attempt });
}

/** The verification with its fields, which may have to be read from its files. @returns undefined when they cannot be. */
async function withFields(
  command: Command,
  row: VerificationRow,
): Promise<VerificationRow | undefined> {
  if (!isToBeRead(row.formData, row.fileIds)) return row;
  const formData = await readFields(command, row);
  return formData && verificationRecords.save(command, row, { formData });
}

/** Takes the answer of a source that needed time. It comes even if the source does not answer others any more. */
async function runSourceAnswer(command: Command, row: VerificationRow): Promise<void> {
  if (row.status !== 'PROCESSING') return;
  const answer = askSource(row.config, row.formData, row.attemptCount);
  if (answer.kind === 'confirmed' || answer.kind === 'denied') {
    await finishVerification(command, row, toEnd(answer), row.attemptCount);
  }
}

/** Ends the verifications of a session that nobody has completed in time. */
async function runSessionExpiry(command: Command, job: Job): Promise<void> {
  const message = 'The session expired before the document was complete.';
  const pending = selectInSession(command.tx, job.ref, 'PENDING');
  for (const row of await pending.for('update', { of: verificationRecords.table })) {
    await finishVerification(command, row, { action: 'expire', message }, 0);
  }
}

function toEnd(answer: Extract<SourceAnswer, { kind: 'confirmed' | 'denied' }>): VerificationEnd {
  if (answer.kind === 'denied') return { action: 'deny', message: answer.message };
  return { action: 'confirm', disciplineOnFile: answer.disciplineOnFile };
}
