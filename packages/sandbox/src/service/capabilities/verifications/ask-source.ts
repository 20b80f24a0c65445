import type { DocumentConfiguration, SourceRow } from './catalog-records.js';
import { magicValues, type SourceAnswer, unavailable } from './magic-values.js';

type FormData = Readonly<Record<string, unknown>>;

/** How much later a degraded source answers. */
const DEGRADED_SECONDS = 300;

/** Whether a value chooses the outcome. Such a value need not match the pattern of its field. */
export function isMagic(config: DocumentConfiguration, formData: FormData): boolean {
  return findMagic(config, formData) !== undefined;
}

/** The answer that the issuing source has for a document at an attempt, from 1, when it is available. */
export function askSource(
  config: DocumentConfiguration,
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

/** The answer after the availability of the source is applied. */
export function answerWhen(
  availability: SourceRow['availability'],
  answer: SourceAnswer,
): SourceAnswer {
  if (availability === 'available' || answer.kind === 'no source') return answer;
  if (availability === 'down') return unavailable;
  if (answer.kind !== 'confirmed' && answer.kind !== 'denied') return answer;
  return { ...answer, afterSeconds: (answer.afterSeconds ?? 0) + DEGRADED_SECONDS };
}

function findMagic({ magicField, digitAliases }: DocumentConfiguration, formData: FormData) {
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
