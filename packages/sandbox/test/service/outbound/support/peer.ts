import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that sends whatever its test writes. */
export interface Peer {
  readonly port: number;
  readonly url: string;
  /** Every request so far, head and body, as Latin-1. */
  readonly requests: readonly string[];
  /** Every connection so far. */
  readonly sockets: readonly Socket[];
}

/** The behavior of a peer. Without `onRequest`, it reads and never answers. */
export interface PeerOptions {
  readonly host?: string;
  readonly port?: number;
  /** Called with each complete request. */
  readonly onRequest?: (socket: Socket, request: string) => void;
  readonly onConnection?: (socket: Socket) => void;
}

/** Starts a peer for the duration of a test. */
export async function startPeer(options: PeerOptions = {}): Promise<Peer> {
  const host = options.host ?? '127.0.0.1';
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    options.onConnection?.(socket);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const headEnd = received.indexOf('\r\n\r\n');
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (headEnd < 0 || received.length < headEnd + 4 + length) return;
      requests.push(received);
      options.onRequest?.(socket, received);
      received = '';
    });
  }).listen({ host, port: options.port ?? 0, ipv6Only: host.includes(':') });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/`,
    requests,
    sockets,
  };
}

/** Starts a peer that answers each request with `answer` and leaves the connection open. */
export function peerAnswering(answer: string, options: PeerOptions = {}): Promise<Peer> {
  return startPeer({ ...options, onRequest: (socket) => socket.write(answer, 'latin1') });
}

/** Resolves when the peer's first connection has been closed by the other side. */
export async function closed(peer: Peer): Promise<void> {
  const [socket] = peer.sockets;
  if (!socket || socket.closed) return;
  await new Promise((resolve) => socket.once('close', resolve));
}

/** Whether this machine can listen on ::1. */
export const hasIPv6 = await new Promise<boolean>((resolve) => {
  const server = createServer().listen(0, '::1');
  server.once('error', () => resolve(false));
  server.once('listening', () => server.close(() => resolve(true)));
});
