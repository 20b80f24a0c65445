/** Lets a loop wait for a time or a signal, whichever is first. A signal before the wait is not lost. */
export class Wakeup {
  #signalled = false;
  #resume: (() => void) | undefined;

  signal(): void {
    this.#signalled = true;
    this.#resume?.();
  }

  /** @param ms Milliseconds of wall time. */
  async wait(ms: number): Promise<void> {
    if (!this.#signalled) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#resume = undefined;
    this.#signalled = false;
  }
}
