/** A value, or a promise of it: what a caller may hand over synchronously when it has it already. */
export type MaybePromise<T> = T | Promise<T>;
