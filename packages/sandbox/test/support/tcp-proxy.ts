import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Passes connections on to a port of this machine, as long as it is told to. It ends with the test. */
export interface TcpProxy {
  readonly port: number;
  /** Cuts all connections, and refuses others. */
  cut(): void;
  /** Passes nothing on any more, and closes nothing, as a firewall that has forgotten the connections. */
  stall(): void;
  mend(): void;
  /** Cuts each connection whose client sends such a text, and does not pass it on. */
  cutAt(text: RegExp): void;
  /** Calls `act` when a client sends such a text, before it is passed on. */
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
