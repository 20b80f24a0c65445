import { transition } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { emitEvent } from '../webhooks/index.js';
import { type VerificationRow, verificationRecords } from './records.js';
import { relatedObjects } from './related-objects.js';
import { verificationStates } from './states.js';
import { verificationToWire } from './wire.js';

/** How a verification ends. */
export type VerificationEnd =
  | { readonly action: 'confirm'; readonly disciplineOnFile?: true | undefined }
  | { readonly action: 'deny' | 'expire'; readonly message: string }
  | { readonly action: 'record' };

const eventTypes = {
  confirm: 'document_verification.completed',
  deny: 'document_verification.failed',
  expire: 'document_verification.failed',
  record: 'document_verification.recorded',
} as const;

const YEAR = 365 * 86_400_000;

/** Ends a verification and emits its event. @throws Problem when its status forbids it. */
export async function finishVerification(
  command: Command,
  row: VerificationRow,
  end: VerificationEnd,
  attemptCount: number,
): Promise<void> {
  const { tx, now } = command;
  const changes = transition(verificationStates, end.action, row, {
    attemptCount,
    completedAt: now,
    errorMessage: 'message' in end ? end.message : null,
    formData:
      end.action === 'confirm'
        ? { ...row.formData, ...confirmedFields(row, now, end.disciplineOnFile) }
        : row.formData,
  });
  await unschedule(tx, row.id);
  const ended = await verificationRecords.save(command, row, changes);
  await emitEvent(command, {
    type: eventTypes[end.action],
    tenantId: row.tenantId,
    integrationId: row.integrationId,
    subjectId: row.id,
    data: verificationToWire(ended, command),
    related: () => relatedObjects(tx, ended),
  });
}

/** The fields that the source adds to those of the caller. */
function confirmedFields(
  { formData }: VerificationRow,
  now: Date,
  disciplineOnFile: true | undefined,
): Readonly<Record<string, unknown>> {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return {
    licenseStatus: 'active',
    issuedOn: formData['issuedOn'] ?? day(now.getTime() - 2 * YEAR),
    expiresOn: formData['expiresOn'] ?? day(now.getTime() + YEAR),
    ...(disciplineOnFile ? { disciplineOnFile } : {}),
  };
}
