import { ignoreErrors } from './ignore-errors.js';

/**
 * Takes over a promise that came where a value is expected, as from an `async` function in place of a synchronous one.
 * The caller refuses it; without this, its rejection would end the process.
 */
export function ignorePromise(value: unknown): void {
  if (typeof value === 'object' && value !== null) void ignoreErrors(() => value);
}
