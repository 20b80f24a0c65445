/** A JSON value: what `JSON.parse` returns. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * Writes a value exactly as Python's `json.dumps(value)` does with its defaults: the separators `, ` and `: `, and every
 * character outside printable ASCII as an escape. A JavaScript number that is a safe integer is written as a Python `int`,
 * any other number as a `float`; `1.0` is therefore written as `1`.
 *
 * @param options `sortKeys`: as `json.dumps(value, sort_keys=True)`.
 * @throws RangeError for a number that JSON cannot represent.
 */
export function pythonJson(value: Json, options: { readonly sortKeys?: boolean } = {}): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return pythonNumber(value);
  if (typeof value === 'string') return pythonString(value);
  if (isList(value)) return `[${value.map((item) => pythonJson(item, options)).join(', ')}]`;
  const keys = Object.keys(value);
  if (options.sortKeys) keys.sort(byCodePoint);
  const members = keys.flatMap((key) => {
    const member = value[key];
    return member === undefined ? [] : [`${pythonString(key)}: ${pythonJson(member, options)}`];
  });
  return `{${members.join(', ')}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
};

function pythonString(text: string): string {
  const escaped = text.replaceAll(
    /["\\]|[^ -~]/g,
    (unit) => shortEscapes[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

/** Python's `repr` uses the same shortest digits as JavaScript, but an exponent below 1e-4 and from 1e16, with two digits. */
function pythonNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`JSON cannot represent ${value}.`);
  if (Object.is(value, -0)) return '-0.0';
  if (Number.isSafeInteger(value)) return String(value);
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  const negative = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (power < 0) return `${negative}0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  return `${negative}${whole}.${digits.slice(power + 1) || '0'}`;
}

/** Python orders strings by code point; JavaScript's `sort` orders them by UTF-16 code unit. */
function byCodePoint(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0) ?? 0);
  const right = Array.from(b, (character) => character.codePointAt(0) ?? 0);
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
