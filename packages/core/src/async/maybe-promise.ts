/** A value, or a promise of it: a caller that has the value already passes it without a promise. */
export type MaybePromise<T> = T | Promise<T>;

/** True for a promise of any library, and for one of another realm. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  if (typeof value !== 'object' || value === null) return false;
  const candidate: { readonly then?: unknown } = value;
  return typeof candidate.then === 'function';
}
