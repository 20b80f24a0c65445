/** Ends the wait of a loop early. */
export interface Wakeup {
  /** Ends the current wait, or the next one if nothing is waiting. */
  signal(): void;
  /** Resolves at a signal, or after `ms` milliseconds. */
  wait(ms: number): Promise<void>;
}

export function createWakeup(): Wakeup {
  let signalled = false;
  let endWait: (() => void) | undefined;
  return {
    signal() {
      signalled = true;
      endWait?.();
    },
    wait(ms) {
      return new Promise<void>((resolve) => {
        const timer = setTimeout(end, ms);
        function end(): void {
          clearTimeout(timer);
          endWait = undefined;
          signalled = false;
          resolve();
        }
        endWait = end;
        if (signalled) end();
      });
    },
  };
}
