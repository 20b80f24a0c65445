import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to the server that can be cut and restored. */
export interface CuttableProxy {
  readonly port: number;
  /** Closes all connections and refuses new ones. */
  readonly cut: () => void;
  readonly restore: () => void;
  /**
   * Forwards nothing more on the connections that are open, and closes none, as a firewall that has lost its state. Those
   * that are opened later work.
   */
  readonly silence: (direction?: 'both' | 'replies') => void;
  /** How many connections were refused so upstream. */
  readonly refusals: () => number;
  /** Drops the next connection whose first bytes are such. */
  readonly loseNext: (isSuch: (first: Buffer) => boolean) => void;
  readonly close: () => void;
}

/** Forwards connections from a free port to a server on this machine. */
export async function startProxy(serverPort: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let isCut = false;
  let refusals = 0;
  let isLost: ((first: Buffer) => boolean) | undefined;
  const server = createServer((downstream) => {
    if (isCut) {
      refusals += 1;
      downstream.destroy();
      return;
    }
    const upstream = connect(serverPort, '127.0.0.1');
    upstreams.add(upstream);
    upstream.on('close', () => upstreams.delete(upstream));
    downstream.prependOnceListener('data', (first: Buffer) => {
      if (!isLost?.(first)) return;
      isLost = undefined;
      upstream.destroy();
    });
    for (const [socket, other] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('No port.');
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cut,
    restore() {
      isCut = false;
    },
    silence(direction = 'both') {
      for (const socket of direction === 'both' ? sockets : upstreams) socket.unpipe().pause();
    },
    refusals: () => refusals,
    loseNext(isSuch) {
      isLost = isSuch;
    },
    close() {
      cut();
      server.close();
    },
  };
}
