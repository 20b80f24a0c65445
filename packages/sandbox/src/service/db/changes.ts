/**
 * What the tables of a database tell of their changes, by the triggers `tell_change`: so no statement that writes to them is missed,
 * whoever sends it. It is told with the answer to the commit.
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
