import { requestBodies } from '../../api/generated/bodies.js';
import type { Answer, Item } from '../../api/operations.js';
import { counted } from '../../words/words-of.js';

/** The parts of a configuration that can be changed, as they are now. */
export function changeable(config: DocumentConfig): object {
  const names = Object.keys(requestBodies.changeDocumentConfig.properties);
  return Object.fromEntries(Object.entries(config).filter(([name]) => names.includes(name)));
}

type Verification = Pick<
  Answer<'getDocumentVerification'>,
  'status' | 'attemptCount' | 'errorMessage'
>;

const sentences: Readonly<Record<Verification['status'], (attempts: string) => string>> = {
  PENDING: () => 'It waits until its fields and files are submitted.',
  PROCESSING: (attempts) => `It waits for a decision, after ${attempts}.`,
  VERIFIED: (attempts) => `The document is verified, after ${attempts}.`,
  FAILED: (attempts) => `The document is not verified, after ${attempts}.`,
  RECORDED: () => 'The document is recorded. No issuing source has verified it.',
  CANCELED: () => 'It was canceled before it was decided.',
};

/** Where a verification stands, in a sentence. */
export function verificationSentence({ status, attemptCount }: Verification): string {
  return sentences[status](counted(attemptCount, 'attempt'));
}

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
