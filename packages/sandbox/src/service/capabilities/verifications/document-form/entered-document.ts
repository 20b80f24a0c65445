import type { EnteredDocument } from '../../../db/schema/index.js';
import { limits } from '../../../limits/limits.js';
import type { DocumentConfiguration } from '../records.js';

const abbreviations: ReadonlyMap<string, string> = new Map([['npi', 'NPI']]);

export const nothingEntered: EnteredDocument = { formData: {}, fileIds: [] };

export const MOST_FILES = limits.pageFiles.most;

export function fieldId(index: number): string {
  return `field-${index + 1}`;
}

/** The input name of a field. The prefix keeps keys of configurations apart from the names of other inputs. */
export function fieldName(key: string): string {
  return `field.${key}`;
}

/** The label of a field, from its key: `Expires on` for `expiresOn`. */
export function fieldLabel(key: string): string {
  const words = key.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|[_-]/g, ' ').toLowerCase();
  return abbreviations.get(key) ?? capitalize(words);
}

export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The entries of a document, for a page that shows them before they are sent. */
export function summarize(
  { fields }: DocumentConfiguration,
  { formData, fileIds }: EnteredDocument,
): readonly (readonly [string, string])[] {
  return [
    ...fields.map(({ key }) => [fieldLabel(key), formData[key] ?? ''] as const),
    ['Files', fileIds.length === 0 ? '' : String(fileIds.length)],
  ];
}
