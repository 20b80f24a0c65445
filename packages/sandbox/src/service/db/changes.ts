/**
 * Counts the changes of some tables. The triggers `tell_change` of these tables report them, so none is missed, whichever statement
 * makes it. The reports arrive with the answer to a COMMIT.
 */
export class Changes {
  readonly #listeners: (() => void)[] = [];
  #count = 0;

  /**
   * Grows with each commit that writes to the tables that every request reads: API keys, tenants, faults and the clock. While it is
   * unchanged, rows that were read from them are current.
   */
  get count(): number {
    return this.#count;
  }

  /** Calls `listener` after each commit that adds jobs, or changes when they are due. */
  onWork(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** @param table The table whose trigger reports a change. */
  tell(table: string): void {
    if (table !== 'jobs') this.#count += 1;
    if (table === 'jobs' || table === 'clock') for (const listener of this.#listeners) listener();
  }
}
