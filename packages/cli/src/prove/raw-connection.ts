import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';

/**
 * Writes bytes to a receiver's port as they are, and hangs up as soon as it answers or closes, after `patience`
 * milliseconds at the latest. Never rejects.
 */
export function writeRaw(
  url: URL,
  bytes: Uint8Array,
  options: { readonly patience: number; readonly signal: AbortSignal },
): Promise<void> {
  const { patience, signal } = options;
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (secure ? 443 : 80);
  return new Promise((resolve) => {
    const socket = secure
      ? connectTls({ host, port, servername: host })
      : connectTcp({ host, port });
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      socket.destroy();
      resolve();
    };
    const timer = setTimeout(done, patience);
    signal.addEventListener('abort', done);
    socket.on('error', done);
    socket.on('close', done);
    socket.once('data', done);
    socket.once(secure ? 'secureConnect' : 'connect', () => socket.write(bytes));
  });
}
