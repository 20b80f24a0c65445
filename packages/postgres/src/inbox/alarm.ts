/** Something to wait for, and not longer than so many milliseconds. */
export interface Alarm {
  /** Ends the wait, or the next one where nobody waits. */
  ring(): void;
  wait(ms: number): Promise<void>;
}

export function alarm(): Alarm {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    wait(ms) {
      return new Promise<void>((resolve) => {
        const timer = setTimeout(done, ms);
        function done(): void {
          clearTimeout(timer);
          wake = undefined;
          rung = false;
          resolve();
        }
        wake = done;
        if (rung) done();
      });
    },
  };
}
