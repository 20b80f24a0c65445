import { NoAnswerError, within } from '@screening-webhooks/core/store-kit';
import { endAtOnce, openLike, type PostgresJs } from './current-postgres-js.js';
import { type Listener, type ListenRequest, reconnect } from './listener.js';
import { queryOn } from './postgres-js.js';
import type { SqlClientSettings } from './sql-client.js';

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
  { prepare, timeout }: SqlClientSettings,
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
    async query(text, values, ms = timeout) {
      own ??= openLike(sql, { max: 1 });
      const used = own;
      const asking = used.then((opened) => queryOn(opened, prepare)(text, values));
      return within(asking, ms, 'PostgreSQL', (error) => {
        if (!(error instanceof NoAnswerError) || own !== used) return;
        own = undefined;
        void endOwn(used);
      });
    },
    async close() {
      closed = true;
      reconnection.stop();
      await Promise.allSettled([unlisten?.(), own && endOwn(own)]);
    },
  };

  async function endOwn(opening: Promise<PostgresJs>): Promise<void> {
    const opened = await opening.catch(() => sql);
    if (opened !== sql) await endAtOnce(opened);
  }
}

function canListen(sql: PostgresJs): sql is PostgresJs & Listening {
  return 'listen' in sql && typeof sql.listen === 'function';
}
