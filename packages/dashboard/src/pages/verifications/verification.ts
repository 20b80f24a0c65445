import type { Answer, Item } from '../../api/operations.js';
import type { Body } from '../../resource/form/body.js';
import { counted } from '../../words/words-of.js';

type Verification = Pick<Answer<'getDocumentVerification'>, 'status' | 'attemptCount'>;

const sentences: Readonly<Record<Verification['status'], (attempts: string) => string>> = {
  PENDING: () => 'It is not submitted yet.',
  PROCESSING: (attempts) => `It is in progress, after ${attempts}.`,
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

/** The fields of a configuration that were filled in. Those of another one, chosen before, are left out. */
export function formDataOf(entered: Body, config: DocumentConfig): Record<string, string> {
  return Object.fromEntries(
    config.fields.flatMap(({ key }) => {
      const value = String(entered[key] ?? '').trim();
      return value === '' ? [] : [[key, value]];
    }),
  );
}
