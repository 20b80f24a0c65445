import { ignoreErrors } from './ignore-errors.js';

/** Returns the `error.type` of an error. */
export type ErrorClassifier = (error: unknown) => string;

/** Replaces values that would make the number of attribute values unbounded. */
export const OTHER = '_OTHER';

// A library may put any text into the name of an error. Only the forms of class names and of error codes are accepted.
const CLASS_NAME = /^[A-Za-z_$][\w$]{0,59}$/;
const CODE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const MAX_TYPES = 50;

/**
 * Creates a function that classifies errors by their code (`ECONNREFUSED`) or class (`PaymentError`), never by their
 * message, which may contain personal data. After 50 different types, further ones are `_OTHER`, because the values of a
 * metric attribute must be bounded.
 */
export function errorClassifier(): ErrorClassifier {
  const known = new Set<string>();
  return (error) => {
    const type = ignoreErrors(() => nameOf(error)) ?? OTHER;
    if (known.has(type)) return type;
    if (known.size >= MAX_TYPES) return OTHER;
    known.add(type);
    return type;
  };
}

function nameOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && code.length <= 60 && CODE.test(code)) return code;
  // A subclass that does not set `name` inherits 'Error'.
  const name: unknown = error.name === 'Error' ? error.constructor.name : error.name;
  return typeof name === 'string' && CLASS_NAME.test(name) ? name : undefined;
}
