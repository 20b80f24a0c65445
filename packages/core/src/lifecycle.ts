/** What a receiver has under way, and whether it still takes on more. */
export interface Lifecycle {
  readonly draining: boolean;
  /** What a drain gives up when it runs out of time. */
  readonly running: Set<Running>;
  /** Counts work as under way until it settles. */
  track<T>(work: Promise<T>): Promise<T>;
  drain(timeoutMs: number): Promise<void>;
}

/** A handler at work. */
interface Running {
  abandon(reason: Error): void;
}

export function lifecycle(): Lifecycle {
  // Not an AbortSignal: Node warns of a leak at the eleventh listener, and there is one per running handler.
  const running = new Set<Running>();
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
    running,
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
        for (const each of [...running]) each.abandon(reason);
      }
      clearTimeout(timer);
    },
  };
}
