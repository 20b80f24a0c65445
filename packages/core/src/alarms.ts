const NEVER = Infinity;

/** Something that comes due. */
export class Alarm {
  /** By `performance.now()`. Alarms set it. */
  at: number = NEVER;
  readonly ring: () => void;
  /** The one that was added before. */
  readonly next: Alarm | undefined;

  constructor(ring: () => void, next: Alarm | undefined) {
    this.ring = ring;
    this.next = next;
  }
}

/**
 * What may come due while an event is processed, on one timer: timers would cost more than the rest of the pipeline does,
 * and most alarms are never heard. One for each event, not one for all: a runtime on the edge ends a timer with the request
 * that has set it.
 */
export class Alarms {
  #first: Alarm | undefined;
  #pending = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = NEVER;
  #started = false;

  /** An alarm that is off. */
  add(ring: () => void): Alarm {
    this.#first = new Alarm(ring, this.#first);
    return this.#first;
  }

  /** Sets an alarm, again if need be. */
  set(alarm: Alarm, at: number): void {
    if (alarm.at === NEVER) this.#pending += 1;
    alarm.at = at;
    if (this.#started && at < this.#timerAt) this.#setTimer(at);
  }

  /** Switches an alarm off. The timer goes with the last one. */
  clear(alarm: Alarm): void {
    if (alarm.at === NEVER) return;
    alarm.at = NEVER;
    this.#pending -= 1;
    if (this.#pending > 0 || this.#timerAt === NEVER) return;
    clearTimeout(this.#timer);
    this.#timerAt = NEVER;
  }

  /** From now on, alarms ring. Until something has to be waited for, none is needed, and no timer. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#setTimerForNext();
  }

  #earliest(): Alarm | undefined {
    let earliest: Alarm | undefined;
    for (let alarm = this.#first; alarm; alarm = alarm.next) {
      if (alarm.at < (earliest?.at ?? NEVER)) earliest = alarm;
    }
    return earliest;
  }

  #setTimerForNext(): void {
    const next = this.#earliest();
    if (next) this.#setTimer(next.at);
  }

  #setTimer(at: number): void {
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => this.#ring(), Math.max(0, at - performance.now()));
  }

  #ring(): void {
    // The timer is believed: it counts in whole milliseconds and may be early, and tests may fake it and not this clock.
    const now = Math.max(this.#timerAt, performance.now());
    this.#timerAt = NEVER;
    for (let next = this.#earliest(); next && next.at <= now; next = this.#earliest()) {
      this.clear(next);
      next.ring();
    }
    this.#setTimerForNext();
  }
}
