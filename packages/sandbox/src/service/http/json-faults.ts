import { hasUnpairedSurrogate } from '../limits/characters.js';
import type { Fault } from '../limits/faults.js';
import { type FieldProblem, fieldProblem } from './problem.js';

/**
 * Finds values that would not be kept as they were sent: texts and keys that are not Unicode, numbers that would change, keys that
 * would be lost.
 *
 * @param text Valid for `JSON.parse`. Its nesting must be bounded.
 */
export function jsonFaults(text: string): readonly FieldProblem[] {
  const scan = new Scan(text);
  scan.readValue();
  return scan.faults;
}

/** Checks that a key of an object would be kept. @param others The keys before it. */
export function keyFaults(
  path: readonly PropertyKey[],
  key: string,
  others: ReadonlySet<string>,
): FieldProblem[] {
  const at = [...path, key];
  // An object of JavaScript cannot be relied on to keep this key.
  if (key === '__proto__') {
    return [fieldProblem(at, { code: 'invalid_key', facts: { because: 'reserved_key' } })];
  }
  return others.has(key) ? [fieldProblem(at, { code: 'repeated', facts: {} })] : [];
}

// `JSON.parse` does not report how a number was written, or which keys it has dropped.
class Scan {
  readonly faults: FieldProblem[] = [];
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readValue(): void {
    switch (this.#next()) {
      case '{':
        this.#readObject();
        break;
      case '[':
        this.#readArray();
        break;
      case '"':
        this.#checkText(this.#readText());
        break;
      default:
        this.#readPlain();
    }
  }

  /** The next significant character. The text is valid, so the separators of its parts are not. */
  #next(): string {
    while (' \t\r\n,:'.includes(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.charAt(this.#at);
  }

  #readObject(): void {
    const keys = new Set<string>();
    this.#at += 1;
    while (this.#next() !== '}') {
      const key = this.#readText();
      this.faults.push(...keyFaults(this.#path, key, keys));
      keys.add(key);
      this.#path.push(key);
      this.#checkText(key);
      this.readValue();
      this.#path.pop();
    }
    this.#at += 1;
  }

  #readArray(): void {
    this.#at += 1;
    for (let index = 0; this.#next() !== ']'; index += 1) {
      this.#path.push(index);
      this.readValue();
      this.#path.pop();
    }
    this.#at += 1;
  }

  #readText(): string {
    const start = this.#at;
    this.#at += 1;
    while (this.#text.charAt(this.#at) !== '"') {
      this.#at += this.#text.charAt(this.#at) === '\\' ? 2 : 1;
    }
    this.#at += 1;
    return String(JSON.parse(this.#text.slice(start, this.#at)));
  }

  #checkText(text: string): void {
    if (hasUnpairedSurrogate(text)) {
      this.#refuse({ code: 'invalid_characters', facts: { characters: 'surrogate' } });
    }
  }

  #readPlain(): void {
    const start = this.#at;
    while (/[\w.+-]/.test(this.#text.charAt(this.#at))) this.#at += 1;
    const plain = this.#text.slice(start, this.#at);
    if (/^[tfn]/.test(plain) || isSameNumber(plain, String(Number(plain)))) return;
    this.#refuse({ code: 'number_inexact', facts: {} });
  }

  #refuse(fault: Fault): void {
    this.faults.push(fieldProblem(this.#path, fault));
  }
}

/** Checks whether two texts are the same number. @param text As JSON has it. @param other As JavaScript writes it. */
function isSameNumber(text: string, other: string): boolean {
  if (text === other) return true;
  const [one, two] = [decimal(text), decimal(other)];
  return one !== undefined && one === two;
}

/** A number in canonical form: digits without zeros around them, and a power of ten. `undefined` if it is infinite. */
function decimal(text: string): string | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  let start = 0;
  while (digits[start] === '0') start += 1;
  // A pattern would take quadratic time for a million zeros before the last digit.
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(start, end)}e${power}`;
}
