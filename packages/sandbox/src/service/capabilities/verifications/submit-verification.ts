import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { documentVerifications } from '../../db/schema/index.js';
import { validationProblem } from '../../http/problem.js';
import { allow, transition } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { checkFields, missingParts } from './check-document.js';
import { checkFiles } from './check-files.js';
import { lockVisible, type VerificationRow } from './find-verification.js';
import { verificationStates } from './states.js';
import type { SubmitVerification } from './wire.js';

/** Adds fields and files, and has the source asked. @throws Problem when something is still missing. */
export async function submitVerification(
  context: ScopedCommand,
  verificationId: string,
  body: z.output<typeof SubmitVerification>,
): Promise<VerificationRow> {
  const { tx, now, scope } = context;
  const row = await lockVisible(context, verificationId);
  const { verification, config } = row;
  allow(verificationStates, 'submit', verification);
  const formData = { ...verification.formData, ...body.formData };
  const fileIds = [...new Set([...verification.fileIds, ...body.fileIds])];
  checkFields(config, formData);
  await checkFiles(tx, scope, body.fileIds);
  const missing = missingParts(config, formData, fileIds);
  if (missing.length > 0) throw validationProblem(missing);
  const changes = transition(verificationStates, 'submit', verification, { formData, fileIds });
  await tx
    .update(documentVerifications)
    .set(changes)
    .where(eq(documentVerifications.id, verificationId));
  await schedule(tx, { kind: 'source_attempt', ref: verificationId, dueAt: now });
  return { ...row, verification: { ...verification, ...changes } };
}
