/** What a receiver has under way, and whether it still takes on more. */
export interface Lifecycle {
  readonly draining: boolean;
  /** Calls back when a drain ran out of time. Returns what ends the subscription. */
  onStop(listener: StopListener): () => void;
  /** Counts work as under way until it settles. */
  track<T>(work: Promise<T>): Promise<T>;
  drain(timeoutMs: number): Promise<void>;
}

type StopListener = (reason: Error) => void;

export function lifecycle(): Lifecycle {
  const underWay = new Set<Promise<unknown>>();
  // Not an AbortSignal: Node warns of a leak at the eleventh listener, and there is one per running handler.
  const stopListeners = new Set<StopListener>();
  let draining = false;

  async function allSettled(): Promise<void> {
    // Work may start work: a delivery that was being read has a handler to run.
    while (underWay.size > 0) await Promise.allSettled(underWay);
  }

  return {
    get draining() {
      return draining;
    },
    onStop(listener) {
      stopListeners.add(listener);
      return () => stopListeners.delete(listener);
    },
    track(work) {
      underWay.add(work);
      const forget = (): boolean => underWay.delete(work);
      work.then(forget, forget);
      return work;
    },
    async drain(timeoutMs) {
      draining = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timedOut = new Promise<'timed out'>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, 'timed out');
      });
      if ((await Promise.race([allSettled(), timedOut])) === 'timed out') {
        const reason = new Error(`The drain ended after ${timeoutMs} ms with handlers at work.`);
        for (const listener of [...stopListeners]) listener(reason);
      }
      clearTimeout(timer);
    },
  };
}
