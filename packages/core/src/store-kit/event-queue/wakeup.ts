/** Ends the wait of a loop early. */
export interface Wakeup {
  /**
   * Ends the current wait, or the next one if nothing is waiting.
   *
   * @returns Whether the loop was waiting for work.
   */
  signal(): boolean;
  /** Resolves at a signal, or after `ms` milliseconds. */
  wait(ms: number, options?: { readonly forWork: boolean }): Promise<void>;
}

/** Creates what ends the waits of one worker early. */
export function createWakeup(): Wakeup {
  let signalled = false;
  let waitsForWork = false;
  let endWait: (() => void) | undefined;
  return {
    signal() {
      const ended = waitsForWork;
      signalled = true;
      endWait?.();
      return ended;
    },
    wait(ms, { forWork } = { forWork: false }) {
      return new Promise<void>((resolve) => {
        const timer = setTimeout(end, ms);
        function end(): void {
          clearTimeout(timer);
          endWait = undefined;
          signalled = false;
          waitsForWork = false;
          resolve();
        }
        endWait = end;
        waitsForWork = forWork;
        if (signalled) end();
      });
    },
  };
}
