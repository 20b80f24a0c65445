import type { SourceConfiguration, SourceRow } from './records.js';

export type SourceAnswer =
  /** The document is genuine. The source answers after `afterSeconds`. */
  | { readonly kind: 'confirmed'; readonly afterSeconds?: number; readonly disciplineOnFile?: true }
  /** A definite no. The source is not asked again. */
  | { readonly kind: 'denied'; readonly message: string; readonly afterSeconds?: number }
  /** No answer. The source is asked again. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** Somebody decides by hand. */
  | { readonly kind: 'held' }
  /** There is no source for this document. */
  | { readonly kind: 'no source' };

interface MagicScript {
  answer(attempt: number): SourceAnswer;
  readonly outcome: string;
}

const DAY_SECONDS = 86_400;

const unavailable: SourceAnswer = {
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

/**
 * The values of a document's magic field that choose the outcome (service tables 1.10), in the order of their aliases. Every value
 * with such a prefix is magic.
 */
export const magicValues = Object.entries(scripts).map(([name, script], index) => ({
  ...script,
  prefix: `SBX-${name}-`,
  value: `SBX-${name}-1`,
  // For a field that takes only digits.
  alias: `90000000${String(index + 1).padStart(2, '0')}`,
}));

function always(answer: SourceAnswer, outcome: string): MagicScript {
  return { answer: () => answer, outcome };
}

function denied(message: string, outcome: string): MagicScript {
  return always({ kind: 'denied', message }, outcome);
}

type FormData = Readonly<Record<string, unknown>>;

/** The extra delay of a degraded source. */
const DEGRADED_SECONDS = 300;

/** The answer of an available issuing source for a document at an attempt, counted from 1. */
export function askSource(
  config: SourceConfiguration,
  formData: FormData,
  attempt: number,
): SourceAnswer {
  if (config.sourceSlug === null) return { kind: 'no source' };
  const magic = findMagic(config, formData);
  if (magic) return magic.answer(attempt);
  if (config.sourceSlug === 'sbx-npi' && !isNpi(String(formData[config.magicField]))) {
    return { kind: 'denied', message: 'The check digit of the NPI is wrong.' };
  }
  return { kind: 'confirmed' };
}

export function answerWhen(
  availability: SourceRow['availability'],
  answer: SourceAnswer,
): SourceAnswer {
  if (availability === 'available' || answer.kind === 'no source') return answer;
  if (availability === 'down') return unavailable;
  if (answer.kind !== 'confirmed' && answer.kind !== 'denied') return answer;
  return { ...answer, afterSeconds: (answer.afterSeconds ?? 0) + DEGRADED_SECONDS };
}

/** Finds the value that chooses the outcome. It need not match the pattern of its field. */
export function findMagic({ magicField, digitAliases }: SourceConfiguration, formData: FormData) {
  const value = formData[magicField];
  if (typeof value !== 'string') return undefined;
  return magicValues.find(
    ({ prefix, alias }) => value.startsWith(prefix) || (digitAliases && value === alias),
  );
}

// Luhn over the prefix 80840 and the ten digits: https://www.cms.gov/regulations-and-guidance/administrative-simplification/nationalprovidentstand/downloads/npicheckdigit.pdf
function isNpi(value: string): boolean {
  if (!/^[12]\d{9}$/.test(value)) return false;
  const digits = [...`80840${value}`].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
