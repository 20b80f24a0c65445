import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Forwards connections to a port of this machine, until told otherwise. Ends with the test. */
export interface TcpProxy {
  readonly port: number;
  /** Cuts all connections, and refuses new ones. */
  cut(): void;
  /** Stops forwarding without closing, like a firewall that has forgotten the connections. */
  stall(): void;
  mend(): void;
  /** Cuts each connection whose client sends a matching text, and does not forward the text. */
  cutAt(text: RegExp): void;
  /** Calls `act` when a client sends a matching text, before forwarding it. */
  when(text: RegExp, act: () => void): void;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let whole = true;
  const watched: { text: RegExp; act: (beyond: Socket) => void }[] = [];
  const server = createServer((socket) => {
    if (!whole) return socket.destroy();
    const beyond = connect(target, '127.0.0.1');
    socket.on('data', (chunk) => {
      const sent = chunk.toString('latin1');
      for (const { text, act } of watched) if (text.test(sent)) act(beyond);
    });
    for (const [each, other] of [
      [socket, beyond],
      [beyond, socket],
    ] as const) {
      sockets.add(each);
      each.on('error', () => {});
      each.once('close', () => {
        sockets.delete(each);
        other.destroy();
      });
      each.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    whole = false;
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    stall() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      whole = true;
    },
    cutAt(text) {
      watched.push({ text, act: (beyond) => beyond.destroy() });
    },
    when(text, act) {
      watched.push({ text, act });
    },
  };
}
