import { ignoreErrors } from './ignore-errors.js';

/**
 * Takes over a promise that came where a value is expected, as from an `async` function in place of a synchronous one.
 * The caller refuses it; without this, its rejection would end the process.
 */
export function ignorePromise(value: unknown): void {
  if (typeof value === 'object' && value !== null) void ignoreErrors(() => value);
}

/** The same for the promises in the fields of an answer, of which nobody reads more than a few. */
export function ignoreNestedPromises(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  void ignoreErrors(() => Promise.allSettled(Object.values(answer)));
}
