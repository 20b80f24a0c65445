/** A value, or a promise of it: what the functions of an app, a store or an adapter may return. */
export type MaybePromise<T> = T | Promise<T>;

/** True for a promise of any library, and for one of another realm. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  if (typeof value !== 'object' || value === null) return false;
  const candidate: { readonly then?: unknown } = value;
  return typeof candidate.then === 'function';
}

/** Runs an operation whose failure changes nothing, such as the release of a claim: its lease ends on its own. */
export async function ignoreErrors(operation: () => unknown): Promise<void> {
  try {
    await operation();
  } catch {
    // The caller does not need it.
  }
}

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
