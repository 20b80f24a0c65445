/** A value, or a promise of it: what a caller may hand over synchronously when it has it already. */
export type MaybePromise<T> = T | Promise<T>;

/** True for promises of any kind: a store's client may bring its own, and so may an app that replaces the global one. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

/** What comes of a value: now, where it is there, which spares a promise and a turn of the microtask queue. */
export function andThen<T, Next>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Next>,
): MaybePromise<Next> {
  return isPromise(value) ? value.then(next) : next(value);
}
