import { eq } from 'drizzle-orm';
import { documentVerifications } from '../../db/schema/index.js';
import { transition } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { unschedule } from '../../kernel/schedule.js';
import { lockVisible, type VerificationRow } from './find-verification.js';
import { verificationStates } from './states.js';

/** Ends a verification without an event. */
export async function cancelVerification(
  context: ScopedCommand,
  verificationId: string,
): Promise<VerificationRow> {
  const { tx, now } = context;
  const row = await lockVisible(context, verificationId);
  const ended = { completedAt: now };
  const changes = transition(verificationStates, 'cancel', row.verification, ended);
  await tx
    .update(documentVerifications)
    .set(changes)
    .where(eq(documentVerifications.id, verificationId));
  await unschedule(tx, verificationId);
  return { ...row, verification: { ...row.verification, ...changes } };
}
