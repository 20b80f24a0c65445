import { connect, createServer, type Socket } from 'node:net';

/** A way to the server that can be cut and mended. */
export interface CuttableProxy {
  readonly port: number;
  readonly cut: () => void;
  readonly mend: () => void;
  readonly close: () => void;
}

/** Forwards to the PostgreSQL server on a port of its own. */
export async function startProxy(): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let down = false;
  const server = createServer((near) => {
    if (down) {
      near.destroy();
      return;
    }
    const far = connect(5432, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
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
    down = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    cut,
    mend() {
      down = false;
    },
    close() {
      cut();
      server.close();
    },
  };
}
