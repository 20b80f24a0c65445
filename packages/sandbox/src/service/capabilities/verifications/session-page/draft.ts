import { createHash } from 'node:crypto';
import type { DraftDocument, EnteredDocument } from '../../../db/schema/index.js';
import { stateNames } from '../../../http/wire.js';
import type { FieldError } from '../../../pages/field.js';
import type { SentForm } from '../../../pages/read-form.js';
import { missingParts } from '../check-document.js';
import { createVerification, submitVerification } from '../create-verification.js';
import { nothingEntered } from '../document-form/entered-document.js';
import {
  documentErrors,
  keepDocument,
  noRoom,
  readDocument,
} from '../document-form/read-document.js';
import { type DocumentConfiguration, sessionRecords } from '../records.js';
import type { SessionCommand, SessionDocument } from './session.js';

/** Saves the entries of a document until it is sent. @returns the errors, if any. Nothing is saved then. */
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
    ...(isKnown ? [] : [{ field: 'state', message: 'Choose the state that issued the document.' }]),
    ...(await documentErrors(config, sent, given)),
  ];
  if (errors.length > 0) return errors;
  const kept = await keepDocument(command, sent);
  if (!kept) return [noRoom];
  await setDraft(command, { state, ...kept });
  return [];
}

/**
 * Sends a document: submits the verification that waits for it, or creates one.
 *
 * @param stamp The stamp of the page that the person saw. If the document has changed since, nothing is sent.
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

/** @param draft `undefined` removes the draft. */
async function setDraft(command: SessionCommand, draft: DraftDocument | undefined): Promise<void> {
  const { view, document } = command;
  const { [document.config.slug]: _, ...others } = view.session.drafts;
  const drafts = draft ? { ...others, [document.config.slug]: draft } : others;
  await sessionRecords.save(command, view.session, { drafts });
}

export function acceptedStates({ states }: DocumentConfiguration) {
  return [...stateNames].filter(([code]) => states.includes('*') || states.includes(code));
}

/** The entries that the API caller gave for a verification that waits for the rest. */
export function givenEntries(
  document: SessionDocument,
): EnteredDocument & { readonly state: string | undefined } {
  const { verification } = document;
  if (verification?.status !== 'PENDING') return { ...nothingEntered, state: undefined };
  const { state, fileIds } = verification;
  return { state, formData: storedTexts(document), fileIds };
}

/** The entries that the form shows at first: the draft, or those that were sent or given before. */
export function firstEntries(document: SessionDocument): DraftDocument {
  const { draft, verification } = document;
  const state = verification?.state ?? '';
  if (!draft) return { state, formData: storedTexts(document), fileIds: [] };
  return { ...draft, formData: { ...givenEntries(document).formData, ...draft.formData } };
}

/** The document as it would be sent. `undefined` if something is missing. */
export function readyToSend(document: SessionDocument): DraftDocument | undefined {
  const { config, draft } = document;
  if (!draft || !document.canEnter) return undefined;
  const given = givenEntries(document);
  const formData = { ...given.formData, ...draft.formData };
  const fileIds = [...given.fileIds, ...draft.fileIds];
  if (missingParts(config, formData, fileIds).length > 0) return undefined;
  return { state: given.state ?? draft.state, formData, fileIds };
}

/**
 * Identifies the entries that a person saw before they sent them. The button of that page has the stamp, so that a document that
 * has changed since, or was sent already, is not sent.
 */
export function makeStamp(document: SessionDocument): string {
  const shown = [document.verification?.id, document.status, readyToSend(document)];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
}

function storedTexts({ config, verification }: SessionDocument): Readonly<Record<string, string>> {
  const given = verification?.formData ?? {};
  return Object.fromEntries(
    config.fields.flatMap(({ key }) => {
      const value = given[key];
      return typeof value === 'string' ? [[key, value]] : [];
    }),
  );
}
