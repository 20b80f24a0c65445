import { setTimeout as sleep } from 'node:timers/promises';

/** Lets a loop wait for a time or a signal, whichever is first. A signal before the wait is not lost. */
export class Wakeup {
  #signalled = new AbortController();

  signal(): void {
    this.#signalled.abort();
  }

  /** @param ms Milliseconds of wall time. */
  async wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signalled.signal }).catch(() => {});
    this.#signalled = new AbortController();
  }
}
