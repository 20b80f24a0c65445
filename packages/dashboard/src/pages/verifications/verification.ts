import type { Answer, Item } from '../../api/operations.js';
import type { Body } from '../../resource/form/body.js';
import { counted } from '../../words/words-of.js';

type Verification = Pick<Answer<'getDocumentVerification'>, 'status' | 'attemptCount'>;

const sentences: Readonly<Record<Verification['status'], (attempts: string) => string>> = {
  PENDING: () => 'Not submitted yet.',
  PROCESSING: (attempts) => `In progress, after ${attempts}.`,
  VERIFIED: (attempts) => `Verified after ${attempts}.`,
  FAILED: (attempts) => `Not verified after ${attempts}.`,
  RECORDED: () => 'Recorded. No issuing source verified it.',
  CANCELED: () => 'Canceled before a decision.',
};

export function verificationSentence({ status, attemptCount }: Verification): string {
  return sentences[status](counted(attemptCount, 'attempt'));
}

export type DocumentConfig = Item<'listDocumentConfigs'>;

/** The filled-in fields of a configuration. Leaves out the fields of a configuration that was chosen before. */
export function formDataOf(entered: Body, config: DocumentConfig): Record<string, string> {
  return Object.fromEntries(
    config.fields.flatMap(({ key }) => {
      const value = String(entered[key] ?? '').trim();
      return value === '' ? [] : [[key, value]];
    }),
  );
}
