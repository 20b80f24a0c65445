import {
  callMethod,
  hasFunction,
  isRecord,
  NoAnswerError,
  within,
} from '@screening-webhooks/core/store-kit';

/** The parts of the `sql` function of `postgres` that are used here. */
export interface PostgresJs<Tx = unknown> {
  (...template: never): unknown;
  unsafe(text: string, values?: never, options?: { prepare?: boolean }): PromiseLike<unknown>;
  // Both overloads, as in its types, let TypeScript infer Tx.
  begin(body: (tx: Tx) => Promise<void>): Promise<unknown>;
  begin(options: string, body: (tx: Tx) => Promise<void>): Promise<unknown>;
}

export function isPostgresJs(client: unknown): client is PostgresJs {
  return (
    typeof client === 'function' && hasFunction(client, 'unsafe') && hasFunction(client, 'begin')
  );
}

/** The client that statements go to: the app's, or one of the same options in its place. */
export interface CurrentSql<Tx> {
  /** Runs work on the client that answers now. Rejects with a `NoAnswerError` after `ms` milliseconds. */
  run<T>(work: (sql: PostgresJs<Tx>) => PromiseLike<T>, ms: number): Promise<T>;
  /** Aborts when the client of now has gone silent and another one is in its place. */
  replaced(): AbortSignal;
}

// Seconds. A client that nobody closes must not keep a process alive.
const IDLE_TIMEOUT = 10;
/** Milliseconds that a new client has for its first answer. Without one, the database is down, and the old one stays. */
const FIRST_ANSWER = 5000;

/** The client in the place of an app's client. */
interface Replacement {
  current: PostgresJs;
  replaced: AbortController;
  isReplacing: boolean;
}

const replacements = new WeakMap<object, Replacement>();

/**
 * `postgres` cannot destroy a connection, and sends further statements on the same one. So connections that have gone
 * silent are left to the kernel, with the client that has them. The store, the inbox and the handlers of an app share what
 * takes its place.
 */
export function currentPostgresJs<Tx>(given: PostgresJs<Tx>): CurrentSql<Tx> {
  const state = replacements.get(given) ?? {
    current: given,
    replaced: new AbortController(),
    isReplacing: false,
  };
  replacements.set(given, state);
  return {
    async run(work, ms) {
      const used = state.current;
      const sql = isOfKind(used, given) ? used : given;
      return within(Promise.resolve(work(sql)), ms, 'PostgreSQL', (error) => {
        if (error instanceof NoAnswerError && used === state.current) void replace(state, given);
      });
    },
    replaced: () => state.replaced.signal,
  };
}

async function replace(state: Replacement, given: PostgresJs): Promise<void> {
  if (state.isReplacing) return;
  state.isReplacing = true;
  try {
    const fresh = await openLike(given, { idle_timeout: IDLE_TIMEOUT });
    if (fresh === given) return;
    try {
      await within(Promise.resolve(fresh.unsafe('SELECT 1')), FIRST_ANSWER, 'PostgreSQL');
    } catch (error) {
      await endAtOnce(fresh);
      throw error;
    }
    const { current: silent, replaced } = state;
    state.current = fresh;
    state.replaced = new AbortController();
    replaced.abort(new NoAnswerError('The connections of this client do not answer.'));
    if (silent !== given) await endAtOnce(silent);
  } catch {
    // The next statement without an answer tries again.
  } finally {
    state.isReplacing = false;
  }
}

/** A client that was opened here has the options of `given`, and so its transactions. */
function isOfKind<Tx>(sql: PostgresJs, _given: PostgresJs<Tx>): sql is PostgresJs<Tx> {
  return isPostgresJs(sql);
}

/** Another client with the options of this one, as `listen` of `postgres` opens it; the same one, if it does not tell them. */
export async function openLike<Tx>(
  sql: PostgresJs<Tx>,
  changes: Readonly<Record<string, unknown>>,
): Promise<PostgresJs<Tx>> {
  const options: unknown = Reflect.get(sql, 'options');
  if (!isRecord(options)) return sql;
  const { default: open } = await import('postgres');
  return Reflect.apply(open, undefined, [{ ...options, ...changes }]);
}

/** Destroys the connections of a client. */
export async function endAtOnce(sql: object): Promise<void> {
  const ending = callMethod(sql, 'end', [{ timeout: 0 }]);
  await Promise.resolve(ending).catch(() => {});
}
