/** A value, or a promise of it: what a caller may hand over synchronously when it has it already. */
export type MaybePromise<T> = T | Promise<T>;

/** True for promises of any kind: a store's client may bring its own. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

/**
 * What comes of a value: now, where it is there, which spares a promise and a turn of the microtask queue. For values of
 * our own, whose promises are the runtime's.
 */
export function andThen<T, Next>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
