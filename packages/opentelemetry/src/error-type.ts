import { quietly } from './quietly.js';

/** `error.type` of an error. */
export type ErrorType = (error: unknown) => string;

/** Stands for what must not become one more value of an attribute. */
export const OTHER = '_OTHER';

// An error of a library may carry anything in its name. These two forms are those of classes and of codes.
const CLASS_NAME = /^[A-Za-z_$][\w$]{0,59}$/;
const CODE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const MOST_TYPES = 50;

/**
 * Names errors by their code (`ECONNREFUSED`) or class (`PaymentError`), never by their message, which may hold anything.
 * After 50 different ones, further ones are `_OTHER`: an attribute of metrics has to be bounded.
 */
export function errorTypes(): ErrorType {
  const known = new Set<string>();
  return (error) => {
    const type = quietly(() => nameOf(error)) ?? OTHER;
    if (known.has(type)) return type;
    if (known.size >= MOST_TYPES) return OTHER;
    known.add(type);
    return type;
  };
}

function nameOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && code.length <= 60 && CODE.test(code)) return code;
  // A class that did not give itself a name still has one.
  const name: unknown = error.name === 'Error' ? error.constructor.name : error.name;
  return typeof name === 'string' && CLASS_NAME.test(name) ? name : undefined;
}

/** Whether a claim was lost, by the name that the core gives such an error. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof Error && error.name === 'LeaseLostError';
}
