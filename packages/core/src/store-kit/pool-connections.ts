import { NoAnswerError, within } from './within.js';

/** A pool of connections, as a driver has it. */
export interface PoolDriver<Connection extends object, Query> {
  /** The server, as errors name it: `PostgreSQL`. */
  readonly server: string;
  /** Takes a connection of the pool, or opens one. */
  readonly connect: () => Promise<Connection>;
  /** Runs a statement, without a limit. */
  readonly send: (connection: Connection, query: Query) => Promise<unknown>;
  /** Gives a connection back. With `broken`, it is destroyed, without waiting for the other end. */
  readonly release: (connection: Connection, broken?: Error) => void;
  /** The object that the pool's events name the connection by. */
  readonly identify: (connection: Connection) => object;
}

/** A connection of a pool, from its checkout until it is released, once. */
export interface HeldConnection<Connection, Query> {
  readonly connection: Connection;
  /** Sends a statement. Without an answer in `ms` milliseconds, it rejects with a `NoAnswerError`: release it as broken. */
  query(query: Query, ms: number): Promise<unknown>;
  /**
   * Gives the connection back. Does nothing after the first time.
   *
   * @param broken Why the connection cannot serve others: it is destroyed.
   */
  release(broken?: Error): void;
  /** Whether it was given back or destroyed. */
  isReleased(): boolean;
}

/** The connections of a pool, without those that have gone silent. */
export interface PoolConnections<Connection, Query> {
  /** Rejects with a `NoAnswerError` when the pool has no connection in `ms` milliseconds: all are in use, or none opens. */
  take(ms: number): Promise<HeldConnection<Connection, Query>>;
}

/** The silence of a pool's connections, as far as it is known. */
export interface PoolSilence {
  /** The server has just answered on a connection. */
  heard(connection: object): void;
  /** A statement that was sent then, by `performance.now()`, has had no answer. */
  began(sentAt: number): void;
  /** Whether a connection was last heard of before that: whatever has dropped one may have dropped all. */
  isSuspected(connection: object): boolean;
}

/** The connections of a pool, with a limit for each wait. Those that are suspected of silence are destroyed, and not handed out. */
export function poolConnections<Connection extends object, Query>(
  driver: PoolDriver<Connection, Query>,
  silence: PoolSilence,
): PoolConnections<Connection, Query> {
  const { server, connect, send, release, identify } = driver;

  function hold(connection: Connection): HeldConnection<Connection, Query> {
    let isReleased = false;
    return {
      connection,
      isReleased: () => isReleased,
      release(broken) {
        if (isReleased) return;
        isReleased = true;
        if (!broken) silence.heard(identify(connection));
        release(connection, broken);
      },
      query(query, ms) {
        const sentAt = performance.now();
        return within(send(connection, query), ms, server, (error) => {
          if (error instanceof NoAnswerError) silence.began(sentAt);
        });
      },
    };
  }

  return {
    async take(ms) {
      for (;;) {
        const connecting = connect();
        const connection = await within(connecting, ms, 'The pool of connections', () => {
          connecting.then(
            (late) => release(late),
            () => {},
          );
        });
        const held = hold(connection);
        if (!silence.isSuspected(identify(connection))) return held;
        held.release(new NoAnswerError('Connections of its age do not answer.'));
      }
    },
  };
}

const silences = new WeakMap<object, PoolSilence>();

/**
 * The silence of a pool. One for each pool: the store, the inbox and the handlers of an app share theirs.
 *
 * @param watch Called once for a pool: reports connections that others use, where the pool has events for it.
 */
export function silenceOf(pool: object, watch: (silence: PoolSilence) => void): PoolSilence {
  const known = silences.get(pool);
  if (known) return known;
  let since = -Infinity;
  const heardAt = new WeakMap<object, number>();
  const silence: PoolSilence = {
    heard(connection) {
      heardAt.set(connection, performance.now());
    },
    began(sentAt) {
      since = Math.max(since, sentAt);
    },
    isSuspected: (connection) => (heardAt.get(connection) ?? Infinity) < since,
  };
  silences.set(pool, silence);
  watch(silence);
  return silence;
}
