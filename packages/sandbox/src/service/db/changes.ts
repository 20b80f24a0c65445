/**
 * Counts the changes of some tables. The triggers `tell_change` of these tables tell them, so none is missed, whichever statement makes
 * it. The answer to a COMMIT brings them.
 */
export class Changes {
  readonly #listeners: (() => void)[] = [];
  #count = 0;

  /**
   * Grows with each commit that writes to what every request reads: API keys, tenants, faults and the clock. While it is the same, what
   * was read of them is true.
   */
  get count(): number {
    return this.#count;
  }

  /** Has `listener` called after each commit that adds jobs, or changes when they are due. */
  onWork(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** @param table The one whose trigger tells. */
  tell(table: string): void {
    if (table !== 'jobs') this.#count += 1;
    if (table === 'jobs' || table === 'clock') for (const listener of this.#listeners) listener();
  }
}
