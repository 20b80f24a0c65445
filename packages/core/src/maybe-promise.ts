/** A value, or a promise of it: what a caller may hand over synchronously when it has it already. */
export type MaybePromise<T> = T | Promise<T>;

/** True for promises of any kind: a store's client may bring its own. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
