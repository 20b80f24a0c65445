import { NoAnswerError, within } from '@screening-webhooks/core/store-kit';
import { callMethod, hasFunction, isRecord } from './is-record.js';
import type { PgPool, PgQuery } from './pg-pool.js';

/** The parts of a `PoolClient` of `pg` that are used here. */
interface PgConnection {
  query(query: PgQuery): Promise<unknown>;
  release(error?: boolean | Error): void;
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
}

/** A connection of a `pg` Pool, from its checkout until it is released, once. */
export interface HeldConnection<Tx> {
  readonly tx: Tx & PgConnection;
  /** Sends a statement. Without an answer in `ms` milliseconds, it rejects with a `NoAnswerError`: release it as broken. */
  query(query: PgQuery, ms: number): Promise<unknown>;
  /** @param broken Why the connection cannot serve others: it is destroyed. */
  release(broken?: Error): void;
  isReleased(): boolean;
}

/** The connections of a pool, without those that have gone silent. */
export interface PgConnections<Tx> {
  /** Rejects with a `NoAnswerError` when the pool has no connection in `ms` milliseconds: all are in use, or none opens. */
  take(ms: number): Promise<HeldConnection<Tx>>;
}

export function pgConnections<Tx>(pool: PgPool<Tx>): PgConnections<Tx> {
  const silence = silenceOf(pool);
  return {
    async take(ms) {
      for (;;) {
        const connecting = pool.connect();
        const tx = await within(connecting, ms, 'The pool of connections', () => {
          connecting.then(giveBack, () => {});
        });
        if (!isConnection(tx)) {
          throw new TypeError('client: expected connect() to resolve with a pg client.');
        }
        const held = holdConnection(tx, silence);
        if (!silence.isSuspected(tx)) return held;
        held.release(new NoAnswerError('Connections of its age do not answer.'));
      }
    },
  };
}

function holdConnection<Tx>(tx: Tx & PgConnection, silence: Silence): HeldConnection<Tx> {
  // A connection that breaks emits an error, which ends the process if there is no listener.
  const onError = (): void => {};
  tx.on('error', onError);
  let isReleased = false;

  return {
    tx,
    isReleased: () => isReleased,
    release(broken) {
      if (isReleased) return;
      isReleased = true;
      tx.release(broken);
      // A connection that is given up may report how it ended.
      if (broken) destroy(tx);
      else tx.off('error', onError);
    },
    query(query, ms) {
      const sentAt = performance.now();
      return within(tx.query(query), ms, 'PostgreSQL', (error) => {
        if (error instanceof NoAnswerError) silence.began(sentAt);
      });
    },
  };
}

/** What is known of the silence of a pool's connections. */
interface Silence {
  /** A statement that was sent then, by `performance.now()`, has had no answer. */
  began(sentAt: number): void;
  /** Whether a connection was last heard of before that: whatever has dropped one may have dropped all. */
  isSuspected(connection: object): boolean;
}

const silences = new WeakMap<object, Silence>();

/** One for each pool: the store, the inbox and the handlers of an app share theirs. */
function silenceOf(pool: PgPool<unknown>): Silence {
  const known = silences.get(pool);
  if (known) return known;
  let since = -Infinity;
  const heardAt = new WeakMap<object, number>();
  const heard = (connection: unknown): void => {
    if (isRecord(connection)) heardAt.set(connection, performance.now());
  };
  if (hasFunction(pool, 'on')) {
    callMethod(pool, 'on', ['connect', heard]);
    callMethod(pool, 'on', [
      'release',
      (error: unknown, connection: unknown) => {
        if (!error) heard(connection);
      },
    ]);
  }
  const silence: Silence = {
    began(sentAt) {
      since = Math.max(since, sentAt);
    },
    isSuspected: (connection) => (heardAt.get(connection) ?? Infinity) < since,
  };
  silences.set(pool, silence);
  return silence;
}

/** Closes the socket of a `pg` client at once: a goodbye would wait for the other end. */
export function destroy(client: object): void {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = isRecord(connection) ? connection['stream'] : undefined;
  if (isRecord(stream) && hasFunction(stream, 'destroy')) callMethod(stream, 'destroy', []);
}

function giveBack(client: unknown): void {
  if (isConnection(client)) client.release();
}

function isConnection(value: unknown): value is PgConnection {
  return isRecord(value) && typeof value['query'] === 'function' && 'release' in value;
}
