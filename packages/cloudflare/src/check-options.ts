import type { DedupeStore } from '@screening-webhooks/core';

/** @throws TypeError when an operation of the store is missing. */
export function checkStore(store: DedupeStore): DedupeStore {
  for (const operation of ['claim', 'extend', 'commit', 'release'] as const) {
    if (typeof store?.[operation] !== 'function') {
      throw new TypeError(
        `store: expected a DedupeStore, but ${operation} is missing. Give durableObjectStore(env.NAME) or d1Store(env.NAME), not the binding.`,
      );
    }
  }
  return store;
}

/** @throws TypeError when the value is no finite number above 0. */
export function checkMilliseconds(
  option: string,
  value: number | undefined,
  fallback: number,
): number {
  const ms = value ?? fallback;
  if (Number.isFinite(ms) && ms > 0) return ms;
  throw new TypeError(
    `${option}: expected milliseconds above 0, got ${String(value)}. Leave it out for ${fallback}.`,
  );
}
