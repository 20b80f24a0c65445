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
  // Not an AbortSignal: Node warns of a leak at the eleventh listener, and there is one per running handler.
  const stopListeners = new Set<StopListener>();
  let underWay = 0;
  let draining = false;
  const idleListeners = new Set<() => void>();

  function end(): void {
    underWay -= 1;
    if (underWay > 0) return;
    for (const listener of idleListeners) listener();
    idleListeners.clear();
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
      underWay += 1;
      work.then(end, end);
      return work;
    },
    async drain(timeoutMs) {
      draining = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timedOut = new Promise<'timed out'>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, 'timed out');
      });
      const idle = new Promise<void>((resolve) => {
        if (underWay === 0) resolve();
        else idleListeners.add(resolve);
      });
      if ((await Promise.race([idle, timedOut])) === 'timed out') {
        const reason = new Error(`The drain ended after ${timeoutMs} ms with handlers at work.`);
        for (const listener of [...stopListeners]) listener(reason);
      }
      clearTimeout(timer);
    },
  };
}
