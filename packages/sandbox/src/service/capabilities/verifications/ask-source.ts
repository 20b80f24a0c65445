import { type MagicScript, magicScripts } from './magic-values.js';
import type { SourceAnswer } from './source-answer.js';

/** The document as the source is asked about it. */
export interface AskedDocument {
  readonly sourceSlug: string | null;
  /** The value of the configuration's magic field. */
  readonly value: unknown;
  readonly digitAliases: boolean;
}

/** Whether a value chooses the outcome. Such a value need not match the pattern of its field. */
export function isMagic(document: AskedDocument): boolean {
  return scriptOf(document) !== undefined;
}

/** The answer of the issuing source at an attempt, from 1. */
export function askSource(document: AskedDocument, attempt: number): SourceAnswer {
  if (document.sourceSlug === null) return { kind: 'no source' };
  const script = scriptOf(document);
  if (script) return script.answer(attempt);
  if (document.sourceSlug === 'sbx-npi' && !isNpi(String(document.value))) {
    return { kind: 'denied', message: 'The check digit of the NPI is wrong.' };
  }
  return { kind: 'confirmed' };
}

function scriptOf({ value, digitAliases }: AskedDocument): MagicScript | undefined {
  const text = typeof value === 'string' ? value : '';
  const [, name] = /^SBX-([A-Z]+)-/.exec(text) ?? [];
  if (name !== undefined) return magicScripts.get(name);
  const [, alias] = (digitAliases && /^90000000(0[1-9]|1[01])$/.exec(text)) || [];
  return alias === undefined ? undefined : [...magicScripts.values()][Number(alias) - 1];
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
