import { and, eq } from 'drizzle-orm';
import { documentVerifications } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import { type Job, schedule } from '../../kernel/schedule.js';
import { askSource } from './ask-source.js';
import { askedDocument } from './check-document.js';
import { finishVerification, type VerificationEnd } from './finish-verification.js';
import { type VerificationRow, verificationRecords } from './records.js';
import type { SourceAnswer } from './source-answer.js';
import { answerWhen, availabilityOf } from './source-availability.js';

/** Seconds from the submission to each attempt (service tables 1.10). */
const ATTEMPTS_AT = [0, 30, 120];

/** Asks the issuing source about a submitted document. */
export async function runSourceAttempt(command: Command, job: Job): Promise<void> {
  const row = await processing(command, job);
  if (!row) return;
  const { config } = row;
  const attempt = row.attemptCount + 1;
  const availability = await availabilityOf(command.tx, config.sourceSlug);
  const known = askSource(askedDocument(config, row.formData), attempt);
  const answer = answerWhen(availability, known);
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
  if (isFinal) await later(command, job, 'source_answer', answer.afterSeconds ?? 0);
  if (answer.kind === 'unavailable' && next !== undefined) {
    await later(command, job, 'source_attempt', next - (ATTEMPTS_AT[attempt - 1] ?? 0));
  }
}

/** Takes the answer of a source that needed time. It comes even if the source does not answer others any more. */
export async function runSourceAnswer(command: Command, job: Job): Promise<void> {
  const row = await processing(command, job);
  if (!row) return;
  const { attemptCount, formData } = row;
  const answer = askSource(askedDocument(row.config, formData), attemptCount);
  if (answer.kind === 'confirmed' || answer.kind === 'denied') {
    await take(command, row, answer, attemptCount);
  }
}

/** Ends the verifications of a session that nobody has completed in time. */
export async function runSessionExpiry(command: Command, job: Job): Promise<void> {
  const { tx } = command;
  const pending = await tx
    .select({ id: documentVerifications.id })
    .from(documentVerifications)
    .where(
      and(
        eq(documentVerifications.sessionId, job.ref),
        eq(documentVerifications.status, 'PENDING'),
      ),
    )
    .orderBy(documentVerifications.seq);
  for (const { id } of pending) {
    const row = await verificationRecords.lockForService(tx, id);
    if (row.status !== 'PENDING') continue;
    const message = 'The session expired before the document was complete.';
    await finishVerification(command, row, { action: 'expire', message }, 0);
  }
}

async function processing({ tx }: Command, job: Job): Promise<VerificationRow | undefined> {
  const row = await verificationRecords.lockForService(tx, job.ref);
  return row.status === 'PROCESSING' ? row : undefined;
}

type FinalAnswer = Extract<SourceAnswer, { kind: 'confirmed' | 'denied' }>;

function take(
  command: Command,
  row: VerificationRow,
  answer: FinalAnswer,
  attemptCount: number,
): Promise<void> {
  return finishVerification(command, row, endOf(answer), attemptCount);
}

function endOf(answer: FinalAnswer): VerificationEnd {
  if (answer.kind === 'denied') return { action: 'deny', message: answer.message };
  const { disciplineOnFile } = answer;
  return { action: 'confirm', ...(disciplineOnFile ? { disciplineOnFile } : {}) };
}

async function later(
  { tx, now }: Command,
  { ref }: Job,
  kind: 'source_attempt' | 'source_answer',
  seconds: number,
): Promise<void> {
  await schedule(tx, { kind, ref, dueAt: new Date(now.getTime() + seconds * 1000) });
}
