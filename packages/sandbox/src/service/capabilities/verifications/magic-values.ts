import type { SourceAnswer } from './source-answer.js';

const DAY_SECONDS = 86_400;

/** What a magic value makes the source answer. */
export interface MagicScript {
  answer(attempt: number): SourceAnswer;
  /** The outcome in words. */
  readonly outcome: string;
}

const confirmed: SourceAnswer = { kind: 'confirmed' };
export const unavailable: SourceAnswer = {
  kind: 'unavailable',
  message: 'The issuing source did not answer.',
};
const always =
  (answer: SourceAnswer): MagicScript['answer'] =>
  () =>
    answer;
const denied = (message: string): MagicScript['answer'] => always({ kind: 'denied', message });

/** The magic values (service tables 1.10), in the order of their aliases of digits. */
export const magicScripts: ReadonlyMap<string, MagicScript> = new Map<string, MagicScript>([
  ['OK', { answer: always(confirmed), outcome: 'VERIFIED' }],
  [
    'RETRY',
    {
      answer: (attempt) => (attempt === 1 ? unavailable : confirmed),
      outcome: 'VERIFIED after 30 seconds, because the source fails once',
    },
  ],
  [
    'NOTFOUND',
    {
      answer: denied('No license with this number was found at the issuing source.'),
      outcome: 'FAILED: the source does not know it',
    },
  ],
  [
    'NAME',
    {
      answer: denied('The name on the document does not match the record of the issuing source.'),
      outcome: 'FAILED: the name is another one',
    },
  ],
  [
    'EXPIRED',
    {
      answer: denied('The issuing source says that the license has expired.'),
      outcome: 'FAILED: it has expired',
    },
  ],
  [
    'REVOKED',
    {
      answer: denied('The issuing source says that the license was revoked.'),
      outcome: 'FAILED: it was revoked',
    },
  ],
  [
    'DOWN',
    {
      answer: always(unavailable),
      outcome: 'FAILED after 2 minutes, because the source fails three times',
    },
  ],
  [
    'SLOW',
    {
      answer: always({ kind: 'confirmed', afterSeconds: DAY_SECONDS }),
      outcome: 'VERIFIED after 24 hours',
    },
  ],
  ['HOLD', { answer: always({ kind: 'held' }), outcome: 'PROCESSING, until somebody decides' }],
  ['NOSOURCE', { answer: always({ kind: 'no source' }), outcome: 'RECORDED, without a source' }],
  [
    'DISCIPLINE',
    {
      answer: always({ kind: 'confirmed', disciplineOnFile: true }),
      outcome: 'VERIFIED, with disciplineOnFile in formData',
    },
  ],
]);

/** A value of a document's magic field, and the outcome that it chooses. */
export interface MagicValue {
  readonly value: string;
  /** The same, for a field that takes digits. */
  readonly alias: string;
  readonly outcome: string;
}

export const magicValues: readonly MagicValue[] = [...magicScripts].map(
  ([name, { outcome }], index) => ({
    value: `SBX-${name}-1`,
    alias: `90000000${String(index + 1).padStart(2, '0')}`,
    outcome,
  }),
);
