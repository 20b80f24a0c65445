import { isCarriedOut } from './problem-error.js';

/**
 * The presses of one button of a change. A press counts if no earlier one is in progress. All have the same key until the change
 * is made, because a lost answer leaves open whether it was.
 */
export class Presses {
  #phase: 'ready' | 'running' | 'answered' = 'ready';
  #key: ChangeKey | undefined;
  #ends = false;

  /** Whether a press counts. If it does, later presses are ignored until {@link release}. */
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

  /** Lets the next press count, once the page shows the answer. Earlier, the second click of a double click would count. */
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
 * The Idempotency-Key of one change, made by `useChange`. Every press of a form's button sends the same key until the service
 * accepts the change, so that a press after a lost answer makes nothing twice.
 */
export type ChangeKey = string & { readonly [made]: true };

export function keyOfPart(key: ChangeKey, part: string): ChangeKey {
  return `${key}-${part}` as ChangeKey;
}

// crypto.randomUUID() exists only over HTTPS and on localhost; a team may use the service over plain HTTP.
export function newChangeKey(): ChangeKey {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text as ChangeKey;
}
