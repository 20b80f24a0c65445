import { hasFunction, isRecord, NoAnswerError, within } from '@screening-webhooks/core/store-kit';
import { type Listener, type ListenRequest, reconnect } from './listener.js';
import { destroy, type PgPool, type PgQuery } from './pg-connections.js';
import { queryBy } from './pg-pool.js';
import type { SqlClientSettings, SqlQuery } from './sql-client.js';

interface PgClient {
  connect(): Promise<unknown>;
  query(query: PgQuery): Promise<unknown>;
  end(): Promise<void>;
  on(event: string, listener: (value: unknown) => void): unknown;
}

/** A connection beside the pool, with the options of the pool. It is opened again when it has gone silent. */
export function listenOnPg(
  pool: PgPool,
  request: ListenRequest,
  { prepare, timeout }: SqlClientSettings,
): Listener {
  const { channel, onNotify, onError } = request;
  let current: { readonly client: PgClient; readonly query: SqlQuery } | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const client = createClient(pool);
    if (!client) return;
    client.on('notification', (message) => {
      onNotify(isRecord(message) ? String(message['payload']) : undefined);
    });
    // A broken connection emits an error, which ends the process unless it is listened to, and then its end.
    client.on('error', () => {});
    // Without an answer, the connection is destroyed, which is its end.
    const ask = (query: PgQuery, ms: number): Promise<unknown> =>
      within(client.query(query), ms, 'PostgreSQL', (error) => {
        if (error instanceof NoAnswerError) destroy(client);
      });
    try {
      await within(client.connect(), timeout, 'PostgreSQL');
      await ask({ text: `LISTEN "${channel}"` }, timeout);
    } catch (error) {
      endQuietly(client);
      destroy(client);
      throw error;
    }
    if (closed) return endQuietly(client);
    const own = { client, query: queryBy(ask, prepare, timeout) };
    current = own;
    // A listener sends nothing by itself, so it would not notice that nothing can reach it.
    let heartbeat: ReturnType<typeof setTimeout> | undefined;
    const beat = (): void => {
      if (current !== own) return;
      heartbeat = setTimeout(() => {
        ask({ text: 'SELECT 1' }, timeout).then(beat, (error) => {
          if (error instanceof NoAnswerError) onError(error);
          else beat();
        });
      }, timeout).unref();
    };
    beat();
    client.on('end', () => {
      clearTimeout(heartbeat);
      if (current === own) current = undefined;
      reconnection.lost();
    });
    onNotify();
  }

  const reconnection = reconnect(connect, onError);
  return {
    async query(text, values, ms) {
      if (!current) throw new Error('The listening connection is not open.');
      return current.query(text, values, ms);
    },
    async close() {
      closed = true;
      reconnection.stop();
      await current?.client.end().catch(() => {});
    },
  };
}

// As the pool itself creates them. Its options hide the password from a copy.
function createClient(pool: PgPool): PgClient | undefined {
  const Client: unknown = Reflect.get(pool, 'Client');
  if (typeof Client !== 'function') return undefined;
  const client: unknown = Reflect.construct(Client, [Reflect.get(pool, 'options')]);
  return isClient(client) ? client : undefined;
}

function isClient(value: unknown): value is PgClient {
  return (
    isRecord(value) && ['connect', 'query', 'end', 'on'].every((name) => hasFunction(value, name))
  );
}

function endQuietly(client: PgClient): void {
  client.end().catch(() => {});
}
