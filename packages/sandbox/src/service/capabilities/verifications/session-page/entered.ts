import { createHash } from 'node:crypto';
import type { DraftDocument, EnteredDocument } from '../../../db/schema/index.js';
import { missingParts } from '../check-document.js';
import { nothingEntered } from '../document-form/entered-document.js';
import type { SessionDocument } from './session.js';

/** The entries that the caller has given with a verification that waits for the rest. */
export function givenEntries(
  document: SessionDocument,
): EnteredDocument & { readonly state: string | undefined } {
  const { verification } = document;
  if (verification?.status !== 'PENDING') return { ...nothingEntered, state: undefined };
  const { state, fileIds } = verification;
  return { state, formData: storedTexts(document), fileIds };
}

/** The entries that the form shows at first: the draft, or else those that were sent or given before. */
export function firstEntries(document: SessionDocument): DraftDocument {
  const { draft, verification } = document;
  const state = verification?.state ?? '';
  if (!draft) return { state, formData: storedTexts(document), fileIds: [] };
  return { ...draft, formData: { ...givenEntries(document).formData, ...draft.formData } };
}

/** The document as it would be sent. Undefined: something is missing. */
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
 * Identifies the entries that a person was shown before they sent them. The button of that page has it, so that a document that
 * was changed since, or was sent already, is not sent.
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
