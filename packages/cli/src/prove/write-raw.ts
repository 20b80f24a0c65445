import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Host } from '../host.js';

/**
 * Writes bytes to a receiver's port unchanged. Closes the connection when the receiver answers or closes it, or `waitMs`
 * milliseconds after the bytes were written. Never rejects.
 */
export function writeRaw(
  url: URL,
  bytes: Uint8Array,
  options: {
    readonly waitMs: number;
    readonly signal: AbortSignal;
    readonly host: Pick<Host, 'sleep'>;
  },
): Promise<void> {
  const { waitMs, signal, host } = options;
  const secure = url.protocol === 'https:';
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (secure ? 443 : 80);
  return new Promise((resolve) => {
    const socket = secure
      ? connectTls({ host: hostname, port, servername: hostname })
      : connectTcp({ host: hostname, port });
    const done = (): void => {
      signal.removeEventListener('abort', done);
      socket.destroy();
      resolve();
    };
    signal.addEventListener('abort', done);
    socket.on('error', done);
    socket.on('close', done);
    socket.once('data', done);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.write(bytes, () => void host.sleep(waitMs, signal).then(done));
    });
  });
}
