/** The clock of this machine is too far from that of DynamoDB: it must not judge which leases have ended. */
export class ClockSkewError extends Error {
  override readonly name = 'ClockSkewError';
}

/**
 * Compares a clock with that of the server, by the `Date` of each answer. DynamoDB offers its clock to no condition of a
 * write, and the date has whole seconds, so that this finds a wrong clock, and does not replace it.
 */
export class MeasuredClock {
  readonly #now: () => number;
  readonly #limit: number;
  /** Milliseconds that the clocks may differ, at least and at most, by the last answer. */
  #skew: { readonly least: number; readonly most: number } | undefined;
  /** The wall clock minus the clock that never steps, at the last answer. */
  #offset = 0;

  /** @param limit Milliseconds that the clocks may differ. */
  constructor(now: () => number, limit: number) {
    this.#now = now;
    this.#limit = limit;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return this.#now();
  }

  /** Whether the clock was within the limit at the last answer, and was not set since. False before the first one. */
  get isTrusted(): boolean {
    if (this.#skew === undefined || this.#distance() > this.#limit) return false;
    return Math.abs(this.#now() - performance.now() - this.#offset) <= 1000;
  }

  /**
   * Notes the date of an answer.
   *
   * @param date The header. An answer without a valid one says nothing.
   * @param sentAt When the request was sent, by this clock.
   */
  compare(date: string | undefined, sentAt: number): void {
    const server = Date.parse(date ?? '');
    if (Number.isNaN(server)) return;
    const receivedAt = this.#now();
    // The answer was written between the two times, in the second that begins with `server`.
    this.#skew = { least: sentAt - server - 1000, most: receivedAt - server };
    this.#offset = receivedAt - performance.now();
  }

  /** @throws ClockSkewError when the last answer does not show that the clock is within the limit. */
  check(): void {
    if (this.#skew === undefined || this.#distance() <= this.#limit) return;
    const { least, most } = this.#skew;
    throw new ClockSkewError(
      `dynamoStore: the clock of this machine minus that of DynamoDB is between ${Math.round(least)} and ${Math.round(most)} ms, and maxClockSkew is ${this.#limit} ms. Synchronize the clock (on EC2, chrony with 169.254.169.123), or find out why DynamoDB answers so slowly.`,
    );
  }

  #distance(): number {
    if (this.#skew === undefined) return 0;
    return Math.max(Math.abs(this.#skew.least), Math.abs(this.#skew.most));
  }
}
