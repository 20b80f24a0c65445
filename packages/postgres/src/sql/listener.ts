import type { SqlQuery } from './sql-client.js';

/** Receives the notifications of a channel, and has a connection that no handler can hold. */
export interface Listener {
  /** On a connection of its own where the client allows one. Rejects when that is not connected. */
  readonly query: SqlQuery;
  /** Never rejects. */
  readonly close: () => Promise<void>;
}

/** A channel and the calls to make for it. */
export interface ListenRequest {
  /** Lower-case letters, digits and underscores. */
  readonly channel: string;
  /** Called with the payload of each notification; without one after a reconnection, which may have missed some. */
  readonly onNotify: (payload?: string) => void;
  /** Called when listening fails. It is tried again. */
  readonly onError: (error: unknown) => void;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;

/** Keeps one connection open. */
export interface Reconnection {
  /** Tells that the connection was lost. */
  readonly lost: () => void;
  readonly stop: () => void;
}

/**
 * Calls `connect` until it succeeds, and again when the connection is lost, with a growing delay.
 *
 * @param onError Called with the first failure of each series.
 */
export function reconnect(
  connect: () => Promise<void>,
  onError: (error: unknown) => void,
): Reconnection {
  let stopped = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function attempt(): void {
    connect().then(
      () => {
        failures = 0;
      },
      (error: unknown) => {
        if (failures === 0 && !stopped) onError(error);
        failures += 1;
        schedule();
      },
    );
  }

  function schedule(): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(attempt, Math.min(FIRST_DELAY * 2 ** Math.min(failures, 10), LONGEST_DELAY));
    timer.unref();
  }

  attempt();
  return {
    lost: schedule,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
