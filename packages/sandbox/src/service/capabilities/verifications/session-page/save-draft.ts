import { eq } from 'drizzle-orm';
import { type DraftDocument, verificationSessions } from '../../../db/schema/index.js';
import { stateNames } from '../../../http/state-code.js';
import type { FieldError } from '../../../pages/field.js';
import type { SentForm } from '../../../pages/read-form.js';
import { nothingEntered } from '../document-form/entered-document.js';
import { documentErrors, keepDocument, readDocument } from '../document-form/read-document.js';
import type { DocumentConfiguration } from '../records.js';
import type { SessionCommand } from './change-session.js';
import { givenOf, givenState } from './entered.js';

/** Keeps what was entered about a document until it is sent, or nothing where it returns what is wrong. */
export async function saveDraft(
  command: SessionCommand,
  form: SentForm,
): Promise<readonly FieldError[]> {
  const { document } = command;
  const { config, draft } = document;
  const state = givenState(document) ?? form.text('state');
  const sent = readDocument(config, form, draft ?? nothingEntered);
  const isKnown = statesOf(config).some(([code]) => code === state);
  const errors = [
    ...(isKnown ? [] : [{ field: 'state', message: 'State: choose where it was issued.' }]),
    ...(await documentErrors(config, sent, givenOf(document))),
  ];
  if (errors.length > 0) return errors;
  await setDraft(command, { state, ...(await keepDocument(command, sent)) });
  return [];
}

/** @param draft Undefined: there is none any more. */
export async function setDraft(
  { tx, view: { session }, document: { config } }: SessionCommand,
  draft: DraftDocument | undefined,
): Promise<void> {
  const { [config.slug]: _, ...others } = session.drafts;
  const drafts = draft ? { ...others, [config.slug]: draft } : others;
  await tx
    .update(verificationSessions)
    .set({ drafts })
    .where(eq(verificationSessions.id, session.id));
}

/** The states whose documents a configuration is for. */
export function statesOf({
  states,
}: DocumentConfiguration): readonly (readonly [string, string])[] {
  return [...stateNames].filter(([code]) => states.includes('*') || states.includes(code));
}
