import { eq } from 'drizzle-orm';
import { documentVerifications } from '../../db/schema/index.js';
import { transition } from '../../http/state-machine.js';
import type { Command } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { emitEvent } from '../webhooks/index.js';
import type { VerificationRow } from './find-verification.js';
import { relatedObjects } from './related-objects.js';
import { verificationStates } from './states.js';
import { verificationToWire } from './to-wire.js';

/** How a verification ends. */
export type VerificationEnd =
  | { readonly action: 'confirm'; readonly disciplineOnFile?: true }
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
  const { tx, now, urls } = command;
  const { verification } = row;
  const changes = transition(verificationStates, end.action, verification, {
    attemptCount,
    completedAt: now,
    errorMessage: 'message' in end ? end.message : null,
    formData:
      end.action === 'confirm'
        ? { ...verification.formData, ...confirmedFields(row, now, end.disciplineOnFile) }
        : verification.formData,
  });
  await tx
    .update(documentVerifications)
    .set(changes)
    .where(eq(documentVerifications.id, verification.id));
  await unschedule(tx, verification.id);
  const ended: VerificationRow = { ...row, verification: { ...verification, ...changes } };
  await emitEvent(command, {
    type: eventTypes[end.action],
    tenantId: verification.tenantId,
    integrationId: verification.integrationId,
    subjectId: verification.id,
    data: verificationToWire(ended, urls, now),
    related: () => relatedObjects(tx, verification.integrationId, verification.documentConfigSlug),
  });
}

/** What the source adds to the caller's fields. */
function confirmedFields(
  { verification }: VerificationRow,
  now: Date,
  disciplineOnFile: true | undefined,
): Readonly<Record<string, unknown>> {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const given = verification.formData;
  return {
    licenseStatus: 'active',
    issuedOn: given['issuedOn'] ?? day(now.getTime() - 2 * YEAR),
    expiresOn: given['expiresOn'] ?? day(now.getTime() + YEAR),
    ...(disciplineOnFile ? { disciplineOnFile } : {}),
  };
}
