import { type Listener, type ListenRequest, reconnect } from './listener.js';
import { type Pglite, pgliteClient } from './pglite.js';

interface Listening {
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
}

/** PGlite has one connection, so statements share it. */
export function listenOnPglite(
  pglite: Pglite,
  { channel, onNotify, onError }: ListenRequest,
): Listener {
  let unlisten: (() => Promise<void>) | undefined;
  let closed = false;
  const reconnection = reconnect(async () => {
    if (!canListen(pglite)) return;
    unlisten = await pglite.listen(channel, onNotify);
    if (closed) await unlisten();
  }, onError);
  return {
    query: pgliteClient(pglite).query,
    async close() {
      closed = true;
      reconnection.stop();
      await unlisten?.().catch(() => {});
    },
  };
}

function canListen(pglite: Pglite): pglite is Pglite & Listening {
  return 'listen' in pglite && typeof pglite.listen === 'function';
}
