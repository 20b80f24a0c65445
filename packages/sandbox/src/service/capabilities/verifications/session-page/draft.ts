import type { DraftDocument } from '../../../db/schema/index.js';
import { stateNames } from '../../../http/state-code.js';
import type { FieldError } from '../../../pages/field.js';
import type { SentForm } from '../../../pages/read-form.js';
import type { DocumentConfiguration } from '../catalog-records.js';
import { createVerification, submitVerification } from '../create-verification.js';
import { nothingEntered } from '../document-form/entered-document.js';
import { documentErrors, keepDocument, readDocument } from '../document-form/read-document.js';
import { sessionRecords } from '../records.js';
import { givenEntries, makeStamp, readyToSend } from './entered.js';
import type { SessionCommand } from './session.js';

/** Keeps the entries of a document until it is sent. @returns the errors, with which nothing is kept. */
export async function saveDraft(
  command: SessionCommand,
  form: SentForm,
): Promise<readonly FieldError[]> {
  const { document } = command;
  const { config, draft } = document;
  const given = givenEntries(document);
  const state = given.state ?? form.text('state');
  const sent = readDocument(config, form, draft ?? nothingEntered);
  const isKnown = acceptedStates(config).some(([code]) => code === state);
  const errors = [
    ...(isKnown ? [] : [{ field: 'state', message: 'State: choose where it was issued.' }]),
    ...(await documentErrors(config, sent, given)),
  ];
  if (errors.length > 0) return errors;
  await setDraft(command, { state, ...(await keepDocument(command, sent)) });
  return [];
}

/**
 * Sends a document: the verification that waits for it is submitted, or else one is created.
 *
 * @param stamp The stamp of the page that the person was shown. When the document has changed since, nothing is sent.
 * @returns whether it was sent.
 * @throws Problem as the API does.
 */
export async function submitDraft(command: SessionCommand, stamp: string): Promise<boolean> {
  const { view, document } = command;
  const ready = readyToSend(document);
  if (!ready || stamp !== makeStamp(document)) return false;
  const { verification, config, draft } = document;
  if (verification?.status === 'PENDING') {
    const { formData = {}, fileIds = [] } = draft ?? {};
    await submitVerification(command, verification, { formData, fileIds: [...fileIds] });
  } else {
    await createVerification(command, {
      ...ready,
      documentConfigSlug: config.slug,
      integrationId: view.session.integrationId,
      sessionId: view.session.id,
      fileIds: [...ready.fileIds],
      metadata: {},
    });
  }
  await setDraft(command, undefined);
  return true;
}

/** @param draft Undefined: there is none any more. */
async function setDraft(command: SessionCommand, draft: DraftDocument | undefined): Promise<void> {
  const { view, document } = command;
  const { [document.config.slug]: _, ...others } = view.session.drafts;
  const drafts = draft ? { ...others, [document.config.slug]: draft } : others;
  await sessionRecords.save(command, view.session, { drafts });
}

/** The states whose documents a configuration is for. */
export function acceptedStates({ states }: DocumentConfiguration) {
  return [...stateNames].filter(([code]) => states.includes('*') || states.includes(code));
}
