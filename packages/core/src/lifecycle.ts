/** What a receiver has under way, and whether it still takes on more. */
export interface Lifecycle {
  readonly draining: boolean;
  /** Aborts when a drain ran out of time. */
  readonly stop: AbortSignal;
  /** Counts work as under way until it settles. */
  track<T>(work: Promise<T>): Promise<T>;
  drain(timeoutMs: number): Promise<void>;
}

export function lifecycle(): Lifecycle {
  const underWay = new Set<Promise<unknown>>();
  const stop = new AbortController();
  let draining = false;

  async function allSettled(): Promise<void> {
    // Work may start work: a delivery that was being read has a handler to run.
    while (underWay.size > 0) await Promise.allSettled(underWay);
  }

  return {
    get draining() {
      return draining;
    },
    stop: stop.signal,
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
        stop.abort(new Error(`The drain ended after ${timeoutMs} ms with handlers still at work.`));
      }
      clearTimeout(timer);
    },
  };
}
