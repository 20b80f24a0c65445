import type { Item } from '../../api/operations.js';

/** A document that can be verified. */
export type DocumentConfig = Item<'listDocumentConfigs'>;

/** What somebody has entered about a document. */
export interface EnteredDocument {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly File[];
}

export const nothingEntered: EnteredDocument = { fields: {}, files: [] };

/** The fields of a configuration that were filled in. Those of another one, chosen before, are left out. */
export function formDataOf(
  { fields }: EnteredDocument,
  config: DocumentConfig,
): Record<string, string> {
  return Object.fromEntries(
    config.fields.flatMap(({ key }) => {
      const value = fields[key]?.trim() ?? '';
      return value === '' ? [] : [[key, value]];
    }),
  );
}
