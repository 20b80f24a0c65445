/** A claim whose handler is at work: a drain that runs out of time aborts it. */
interface Abortable {
  abort(reason: Error): void;
}

/** Tracks the work of a receiver, and whether it is draining. */
export class InFlight {
  readonly #handlers = new Set<Abortable>();
  readonly #idleListeners = new Set<() => void>();
  #count = 0;
  /** New deliveries are refused. Only `drain` sets it. */
  draining = false;
  /** A drain has ended: no handler may start, not even for a delivery that came before the drain. Only `drain` sets it. */
  stopped = false;

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    for (const listener of this.#idleListeners) listener();
  }

  /** From here to `handlerEnded`, a drain that runs out of time aborts the handler. */
  handlerStarted(handler: Abortable): void {
    // Not one AbortSignal for all: Node warns of a leak at the eleventh listener.
    this.#handlers.add(handler);
  }

  handlerEnded(handler: Abortable): void {
    this.#handlers.delete(handler);
  }

  /** Resolves when no work is left, or after `timeoutMs`, when it aborts the handlers that are still at work. */
  async drain(timeoutMs: number): Promise<void> {
    this.draining = true;
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#idleListeners.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.stopped = true;
    const reason = new Error(`The drain timed out after ${timeoutMs} ms with handlers at work.`);
    for (const handler of this.#handlers) handler.abort(reason);
  }
}
