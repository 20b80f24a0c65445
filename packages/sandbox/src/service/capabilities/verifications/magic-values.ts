/** The answer of an issuing source about a document. */
export type SourceAnswer =
  /** The document is genuine. `afterSeconds`: the source needs that long. */
  | { readonly kind: 'confirmed'; readonly afterSeconds?: number; readonly disciplineOnFile?: true }
  /** A definite no: it is not asked again. */
  | { readonly kind: 'denied'; readonly message: string; readonly afterSeconds?: number }
  /** No answer: it is asked again. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** Somebody decides by hand. */
  | { readonly kind: 'held' }
  /** There is no source for this document. */
  | { readonly kind: 'no source' };

/** The answers of the source for a magic value. */
interface MagicScript {
  answer(attempt: number): SourceAnswer;
  /** The outcome in words. */
  readonly outcome: string;
}

const DAY_SECONDS = 86_400;

export const unavailable: SourceAnswer = {
  kind: 'unavailable',
  message: 'The issuing source did not answer.',
};

const scripts: Readonly<Record<string, MagicScript>> = {
  OK: always({ kind: 'confirmed' }, 'VERIFIED'),
  RETRY: {
    answer: (attempt) => (attempt === 1 ? unavailable : { kind: 'confirmed' }),
    outcome: 'VERIFIED after 30 seconds, because the source fails once',
  },
  NOTFOUND: denied(
    'No license with this number was found at the issuing source.',
    'FAILED: the source does not know it',
  ),
  NAME: denied(
    'The name on the document does not match the record of the issuing source.',
    'FAILED: the name is another one',
  ),
  EXPIRED: denied(
    'The issuing source says that the license has expired.',
    'FAILED: it has expired',
  ),
  REVOKED: denied(
    'The issuing source says that the license was revoked.',
    'FAILED: it was revoked',
  ),
  DOWN: always(unavailable, 'FAILED after 2 minutes, because the source fails three times'),
  SLOW: always({ kind: 'confirmed', afterSeconds: DAY_SECONDS }, 'VERIFIED after 24 hours'),
  HOLD: always({ kind: 'held' }, 'PROCESSING, until somebody decides'),
  NOSOURCE: always({ kind: 'no source' }, 'RECORDED, without a source'),
  DISCIPLINE: always(
    { kind: 'confirmed', disciplineOnFile: true },
    'VERIFIED, with disciplineOnFile in formData',
  ),
};

/** A value of a document's magic field, and the outcome that it chooses. */
export interface MagicValue extends MagicScript {
  /** A value that begins with it is magic. */
  readonly prefix: string;
  /** An example of such a value. */
  readonly value: string;
  /** The value for a field that takes digits. */
  readonly alias: string;
}

/** The magic values (service tables 1.10), in the order of their aliases. */
export const magicValues: readonly MagicValue[] = Object.entries(scripts).map(
  ([name, script], index) => ({
    ...script,
    prefix: `SBX-${name}-`,
    value: `SBX-${name}-1`,
    alias: `90000000${String(index + 1).padStart(2, '0')}`,
  }),
);

function always(answer: SourceAnswer, outcome: string): MagicScript {
  return { answer: () => answer, outcome };
}

function denied(message: string, outcome: string): MagicScript {
  return always({ kind: 'denied', message }, outcome);
}
