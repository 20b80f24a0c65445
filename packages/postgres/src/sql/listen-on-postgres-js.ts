import { isRecord } from './is-record.js';
import type { Listener, ListenRequest } from './listener.js';
import { isPostgresJs, type PostgresJs, postgresJsClient } from './postgres-js.js';
import { reconnect } from './reconnect.js';

interface Listening {
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void,
  ): Promise<{ unlisten(): Promise<unknown> }>;
}

/** postgres.js opens a connection for all its channels. Statements have another, with the same options. */
export function listenOnPostgresJs(
  sql: PostgresJs,
  { channel, onNotify, onError }: ListenRequest,
  prepare: boolean,
): Listener {
  let unlisten: (() => Promise<unknown>) | undefined;
  let closed = false;
  let own: Promise<PostgresJs> | undefined;
  const reconnection = reconnect(async () => {
    if (!canListen(sql)) return;
    const listening = await sql.listen(channel, onNotify, onNotify);
    unlisten = () => listening.unlisten();
    if (closed) await unlisten();
  }, onError);

  return {
    async query(text, values) {
      own ??= openOwn(sql);
      return postgresJsClient(await own, prepare).query(text, values);
    },
    async close() {
      closed = true;
      reconnection.stop();
      const opened = await own?.catch(() => undefined);
      await Promise.allSettled([unlisten?.(), opened && opened !== sql ? end(opened) : undefined]);
    },
  };
}

// Its own `listen` opens a connection in the same way.
async function openOwn(sql: PostgresJs): Promise<PostgresJs> {
  const options: unknown = Reflect.get(sql, 'options');
  const { default: open } = await import('postgres');
  if (!isRecord(options)) return sql;
  const own: unknown = Reflect.apply(open, undefined, [{ ...options, max: 1 }]);
  return isPostgresJs(own) ? own : sql;
}

async function end(own: PostgresJs): Promise<void> {
  await Reflect.apply(Reflect.get(own, 'end'), own, [{ timeout: 1 }]);
}

function canListen(sql: PostgresJs): sql is PostgresJs & Listening {
  return 'listen' in sql && typeof sql.listen === 'function';
}
