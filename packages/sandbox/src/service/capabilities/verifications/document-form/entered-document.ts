import type { EnteredDocument } from '../../../db/schema/index.js';
import { limits } from '../../../limits/limits.js';
import type { DocumentConfiguration } from '../records.js';
import { labelOf } from './label-of.js';

export const nothingEntered: EnteredDocument = { formData: {}, fileIds: [] };

/** The most files of a document. */
export const MOST_FILES = limits.pageFiles.most;

/** The id of the input of a field, by the field's position. */
export function fieldId(index: number): string {
  return `field-${index + 1}`;
}

/** The name of the input of a field, so that no key of a configuration is that of another input. */
export function fieldName(key: string): string {
  return `field.${key}`;
}

/** What was entered, for a page that shows it before it is sent. */
export function summaryOf(
  { fields }: DocumentConfiguration,
  { formData, fileIds }: EnteredDocument,
): readonly (readonly [string, string])[] {
  return [
    ...fields.map(({ key }) => [labelOf(key), formData[key] ?? ''] as const),
    ['Files', fileIds.length === 0 ? '' : String(fileIds.length)],
  ];
}
