import type { z } from 'zod';
import { validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { checkFields, checkFiles, missingParts } from './check-document.js';
import { isToBeRead } from './extract-fields.js';
import { type VerificationRow, verificationRecords } from './records.js';
import type { SubmitVerification } from './wire.js';

/** Adds fields and files, and schedules the question to the source. @throws Problem when something is still missing. */
export async function submitVerification(
  command: ScopedCommand,
  row: VerificationRow,
  sent: z.output<typeof SubmitVerification>,
): Promise<VerificationRow> {
  const { tx, now, scope } = command;
  const { id, config } = row;
  const formData = { ...row.formData, ...sent.formData };
  const fileIds = [...new Set([...row.fileIds, ...sent.fileIds])];
  checkFields(config, formData);
  await checkFiles(tx, scope, sent.fileIds);
  const missing = isToBeRead(formData, fileIds) ? [] : missingParts(config, formData, fileIds);
  if (missing.length > 0) throw validationProblem(missing);
  await schedule(tx, { kind: 'source_attempt', ref: id, dueAt: now });
  return verificationRecords.act(command, 'submit', row, { formData, fileIds });
}
