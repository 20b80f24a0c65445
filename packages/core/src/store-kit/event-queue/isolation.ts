// Longer than any handler should take: the default of handlerTimeout.
const DRAIN_LIMIT = 600_000;

/** Something that runs in this process. */
export interface Presence {
  /** Nothing waits for it any longer, though it still runs. */
  abandon(): void;
  /** Called when the run has ended. */
  leave(): void;
}

/** The permission to run while nothing else starts. */
interface Solitude {
  /** Whether nothing else runs: not even something abandoned. */
  readonly alone: boolean;
  end(): void;
}

/** Lets a suspect run with nothing beside it. */
export interface Isolation {
  /** Whether something runs alone, or waits for that: then nothing else may start. */
  isClosed(): boolean;
  enter(): Presence;
  /** Waits until everything has left or was abandoned. `undefined` when the signal aborted first. */
  enterAlone(signal: AbortSignal): Promise<Solitude | undefined>;
}

/**
 * Creates an isolation of its own, where that of the process is not wanted.
 *
 * @param drainLimit Milliseconds after which what still runs is abandoned. A handler may hang forever.
 */
export function createIsolation(drainLimit: number = DRAIN_LIMIT): Isolation {
  const awaited = new Set<symbol>();
  const abandoned = new Set<symbol>();
  let claims = 0;
  let turn: Promise<unknown> = Promise.resolve();
  let onEmpty = (): void => {};

  function abandon(id: symbol): void {
    if (!awaited.delete(id)) return;
    abandoned.add(id);
    if (awaited.size === 0) onEmpty();
  }

  async function untilEmpty(signal: AbortSignal): Promise<void> {
    if (awaited.size === 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        for (const id of awaited) abandon(id);
      }, drainLimit);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        onEmpty = () => {};
        resolve();
      }
      onEmpty = done;
      signal.addEventListener('abort', done);
    });
  }

  return {
    isClosed: () => claims > 0,
    enter() {
      const id = Symbol();
      awaited.add(id);
      return {
        abandon: () => abandon(id),
        leave() {
          abandoned.delete(id);
          if (awaited.delete(id) && awaited.size === 0) onEmpty();
        },
      };
    },
    async enterAlone(signal) {
      claims += 1;
      let endTurn = (): void => {};
      const previous = turn;
      turn = new Promise<void>((resolve) => {
        endTurn = resolve;
      });
      await Promise.race([previous, aborted(signal)]);
      await untilEmpty(signal);
      function end(): void {
        claims -= 1;
        void previous.then(endTurn);
      }
      if (!signal.aborted) return { alone: abandoned.size === 0, end };
      end();
      return undefined;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The isolation of this process: an event that kills it takes all inboxes with it. */
export const processIsolation: Isolation = /* @__PURE__ */ createIsolation();
