import { createVerification } from '../create-verification.js';
import { verificationRecords } from '../records.js';
import { submitVerification } from '../submit-verification.js';
import type { SessionCommand } from './change-session.js';
import { readyToSend, stampOf } from './entered.js';
import { setDraft } from './save-draft.js';

/**
 * Sends a document: the verification that waits for it is submitted, or else one is created.
 *
 * @param stamp Of what the person was shown. When it is not that any more, nothing is sent.
 * @returns whether it was sent.
 * @throws Problem as the API does.
 */
export async function submitDraft(command: SessionCommand, stamp: string): Promise<boolean> {
  const { view, document } = command;
  const ready = readyToSend(document);
  if (!ready || stamp !== stampOf(document)) return false;
  const { verification, config, draft } = document;
  if (verification?.status === 'PENDING') {
    const { formData, fileIds = [] } = draft ?? {};
    const row = await verificationRecords.lock(command.tx, command.scope, verification.id);
    await submitVerification(command, row, {
      formData: { ...formData },
      fileIds: [...fileIds],
    });
  } else {
    await createVerification(command, {
      documentConfigSlug: config.slug,
      state: ready.state,
      integrationId: view.session.integrationId,
      sessionId: view.session.id,
      formData: { ...ready.formData },
      fileIds: [...ready.fileIds],
      metadata: {},
    });
  }
  await setDraft(command, undefined);
  return true;
}
