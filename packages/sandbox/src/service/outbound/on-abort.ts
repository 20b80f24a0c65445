const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `callback` once when `signal` aborts, at once if it already has. Returns a function that takes it back. A
 * signal gets one listener however many callbacks it has, as Node warns of a leak from the eleventh on.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const known = callbacksOf.get(signal);
  const callbacks = known ?? new Set();
  callbacks.add(callback);
  if (!known) {
    callbacksOf.set(signal, callbacks);
    const callAll = (): void => {
      for (const call of callbacks) call();
    };
    signal.addEventListener('abort', callAll, { once: true });
  }
  return () => callbacks.delete(callback);
}
