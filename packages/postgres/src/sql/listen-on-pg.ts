import { hasFunction, isRecord } from './is-record.js';
import type { Listener, ListenRequest } from './listener.js';
import { type PgPool, queryOn } from './pg-pool.js';
import { reconnect } from './reconnect.js';
import type { SqlQuery } from './sql-client.js';

interface PgClient {
  connect(): Promise<unknown>;
  query(query: { readonly text: string }): Promise<unknown>;
  end(): Promise<void>;
  on(event: string, listener: (value: unknown) => void): unknown;
}

/** A connection beside the pool, with the options of the pool. */
export function listenOnPg(pool: PgPool, request: ListenRequest, prepare: boolean): Listener {
  const { channel, onNotify, onError } = request;
  let current: { readonly client: PgClient; readonly query: SqlQuery } | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const client = createClient(pool);
    if (!client) return;
    client.on('notification', (message) => {
      onNotify(isRecord(message) ? String(message['payload']) : undefined);
    });
    // A broken connection emits an error, which ends the process if there is no listener, and then its end.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query({ text: `LISTEN "${channel}"` });
    } catch (error) {
      endQuietly(client);
      throw error;
    }
    if (closed) return endQuietly(client);
    const own = { client, query: queryOn(client, prepare) };
    current = own;
    client.on('end', () => {
      if (current === own) current = undefined;
      reconnection.lost();
    });
    onNotify();
  }

  const reconnection = reconnect(connect, onError);
  return {
    async query(text, values) {
      if (!current) throw new Error('The listening connection is not open.');
      return current.query(text, values);
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
