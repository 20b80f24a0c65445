import type { EnteredDocument } from '../../../db/schema/index.js';
import { faultOfFileName } from '../../../http/forms.js';
import type { ScopedCommand } from '../../../kernel/command.js';
import { isLongerThan } from '../../../limits/characters.js';
import { figure, limits } from '../../../limits/limits.js';
import { hasControlCharacters, longest, unreadableText } from '../../../pages/entered-text.js';
import type { FieldError } from '../../../pages/field.js';
import type { SentForm } from '../../../pages/read-form.js';
import { findSsns, hasSsn } from '../../candidates/index.js';
import { missingParts, wrongFields } from '../check-document.js';
import { detectContentType, keepFile, makeRoom, type SentFile } from '../files.js';
import { type DocumentConfiguration, removeFiles } from '../records.js';
import { fieldId, fieldLabel, fieldName, MOST_FILES, nothingEntered } from './entered-document.js';

export interface SentDocument {
  readonly formData: Readonly<Record<string, string>>;
  /** The keys of the fields whose text could not be read. */
  readonly unreadable: readonly string[];
  /** The ids of stored files that stay. */
  readonly kept: readonly string[];
  /** The ids of stored files to remove. */
  readonly removed: readonly string[];
  readonly added: readonly SentFile[];
  /** Whether the name of an added file could not be read. */
  readonly hasUnreadableName: boolean;
}

export function readDocument(
  { fields }: DocumentConfiguration,
  form: SentForm,
  stored: EnteredDocument,
): SentDocument {
  const entered = fields.map(({ key }) => [key, form.text(fieldName(key))] as const);
  const isRemoved = (_id: string, index: number): boolean =>
    form.texts('remove').includes(String(index + 1));
  const removed = stored.fileIds.filter(isRemoved);
  return {
    formData: Object.fromEntries(entered.filter(([, text]) => text !== '')),
    unreadable: fields.map(({ key }) => key).filter((key) => form.isUnreadable(fieldName(key))),
    kept: stored.fileIds.filter((id) => !removed.includes(id)),
    removed,
    added: form.files('files'),
    hasUnreadableName: form.isUnreadable('files'),
  };
}

/**
 * Finds the errors of a document, one for each field.
 *
 * @param given The fields and files that the document has already.
 */
export async function documentErrors(
  config: DocumentConfiguration,
  { formData, unreadable, kept, added, hasUnreadableName }: SentDocument,
  given: EnteredDocument = nothingEntered,
): Promise<readonly FieldError[]> {
  const ownFiles = kept.length + added.length;
  const errors = [
    ...fieldErrors(
      config,
      { ...given.formData, ...formData },
      unreadable,
      given.fileIds.length + ownFiles,
    ),
    ...(await fileErrors(ownFiles, added, hasUnreadableName)),
  ];
  const isAboutFiles = errors.some(({ field }) => field === 'files');
  if (errors.length === 0 || added.length === 0 || isAboutFiles) return errors;
  // A browser does not keep the files that it has sent.
  return [...errors, { field: 'files', message: 'Files: choose your files again.' }];
}

/** The error when {@link keepDocument} has no room for files. */
export const noRoom: FieldError = {
  field: 'files',
  message: 'Files: there is no room for more. Contact the organization that sent you here.',
};

/**
 * Stores the files of a form, and removes the unwanted ones.
 *
 * @returns `undefined` if the tenant has no room for them. Nothing is changed then.
 */
export async function keepDocument(
  command: ScopedCommand,
  { formData, kept, removed, added }: SentDocument,
): Promise<EnteredDocument | undefined> {
  if (added.length > 0 && !(await makeRoom(command, added))) return undefined;
  const fileIds = [...kept];
  for (const file of added) fileIds.push((await keepFile(command, file)).id);
  if (removed.length > 0) await removeFiles(command.tx, command.scope, removed);
  return { formData, fileIds };
}

function fieldErrors(
  config: DocumentConfiguration,
  formData: Readonly<Record<string, string>>,
  unreadable: readonly string[],
  fileCount: number,
): FieldError[] {
  const ids = Array.from({ length: fileCount }, () => '');
  const missing = missingParts(config, formData, ids).map(({ param }) => param);
  const wrong = wrongFields(config, formData).map(({ param }) => param);
  const ssns = findSsns(formData).map(({ param }) => param);
  const ofFields = config.fields.flatMap(({ key, type, hint }, index): FieldError[] => {
    const field = fieldId(index);
    const label = fieldLabel(key);
    const text = formData[key] ?? '';
    if (unreadable.includes(key)) return [unreadableText(field, label)];
    if (ssns.includes(key)) {
      const message = `${label}: do not enter a full Social Security number.`;
      return [{ field, message, isSecret: true }];
    }
    if (isLongerThan(longest, text)) {
      return [{ field, message: `${label}: enter at most ${longest} characters.`, isSecret: true }];
    }
    if (missing.includes(`formData.${key}`))
      return [{ field, message: `${label}: this is required.` }];
    if (!wrong.includes(`formData.${key}`) && !hasControlCharacters(text)) return [];
    return [{ field, message: `${label}: ${describeCure(type, hint)}.` }];
  });
  const noFile = { field: 'files', message: 'Files: add at least one.' };
  return [...ofFields, ...(missing.includes('fileIds') ? [noFile] : [])];
}

function describeCure(type: 'string' | 'date', hint: string | undefined): string {
  if (type === 'date') return 'enter a valid date';
  return hint === undefined ? 'check the format' : `enter ${hint}`;
}

async function fileErrors(
  ownFiles: number,
  added: readonly SentFile[],
  hasUnreadableName: boolean,
): Promise<readonly FieldError[]> {
  const field = 'files';
  if (added.some(({ content }) => content.length > limits.file.most)) {
    return [
      { field, message: `Files: each can have at most ${figure('file')}.`, isTooLarge: true },
    ];
  }
  if (ownFiles > MOST_FILES) {
    return [{ field, message: `Files: you can add at most ${MOST_FILES}. Remove some first.` }];
  }
  if (hasUnreadableName || added.some(({ name }) => name !== '' && faultOfFileName(name))) {
    const message =
      'Files: a file name is too long or has unsupported characters. Rename the file.';
    return [{ field, message }];
  }
  if (added.some(({ name }) => hasSsn(name, ''))) {
    const message = 'Files: a file name has a full Social Security number. Rename the file.';
    return [{ field, message }];
  }
  const types = await Promise.all(added.map(({ content }) => detectContentType(content)));
  return types.includes(undefined)
    ? [{ field, message: 'Files: add PDF, PNG or JPEG files only.' }]
    : [];
}
