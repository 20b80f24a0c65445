import { isCarriedOut } from './problem-error.js';

/**
 * The presses of one button of a change. A press counts when none before it is in progress, and each has the same key until the
 * change is made: when an answer is lost, nobody knows whether it was.
 */
export class Presses {
  #phase: 'ready' | 'running' | 'answered' = 'ready';
  #key: ChangeKey | undefined;
  #ends = false;

  /** Whether a press counts. If it does, the others do not until {@link release}. */
  take(): boolean {
    if (this.#phase !== 'ready') return false;
    this.#phase = 'running';
    return true;
  }

  async run<Result>(change: (key: ChangeKey) => Promise<Result>): Promise<Result> {
    this.#key ??= newChangeKey();
    try {
      const result = await change(this.#key);
      this.#ends = true;
      return result;
    } catch (error) {
      this.#ends = isCarriedOut(error);
      throw error;
    } finally {
      this.#phase = 'answered';
    }
  }

  /** Lets the next press count, once the page shows the answer. Before that, a second click of a double click would. */
  release(): void {
    if (this.#phase !== 'answered') return;
    this.#phase = 'ready';
    if (this.#ends) this.#key = undefined;
  }

  /** Starts another change: the form was closed. */
  forget(): void {
    this.#key = undefined;
  }
}

declare const made: unique symbol;

/**
 * The Idempotency-Key of one change. Every request of a change has one, and `useChange` makes it: it is the same for each press
 * of a form's button until the service has said yes, so that a press after a lost answer makes nothing twice.
 */
export type ChangeKey = string & { readonly [made]: true };

export function keyOfPart(key: ChangeKey, part: string): ChangeKey {
  return `${key}-${part}` as ChangeKey;
}

// crypto.randomUUID() is there over HTTPS and on this machine only; a team may use the service over plain HTTP.
export function newChangeKey(): ChangeKey {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text as ChangeKey;
}
