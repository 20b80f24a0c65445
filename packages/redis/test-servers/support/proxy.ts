import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Socket,
} from 'node:net';

/** A TCP proxy in front of a Redis server, for the faults of a network. */
export interface FaultyProxy {
  readonly port: number;
  /** Breaks the connection instead of forwarding the reply to the next command that contains this text. */
  dropReplyTo(text: string): void;
  /** Whether a reply was dropped. */
  readonly hasDropped: () => boolean;
  /**
   * Stops forwarding on the open connections, and closes none, like a firewall that has lost its state. Later connections
   * work.
   */
  silence(direction?: 'both' | 'replies'): void;
  /** Keeps the connections open and stops forwarding, in both directions. */
  stopForwarding(): void;
  /** Forwards the delayed bytes, and continues. */
  resumeForwarding(): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port. */
export async function startProxy(target: NetConnectOpts): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let textOfDropped: string | undefined;
  let dropped = false;
  let isForwarding = true;

  const server = createServer((client) => {
    const upstream = connect(target);
    upstreams.add(upstream);
    upstream.on('close', () => upstreams.delete(upstream));
    let dropsNext = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      if (!isForwarding) socket.pause();
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      if (textOfDropped !== undefined && data.includes(textOfDropped)) {
        textOfDropped = undefined;
        dropsNext = true;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (!dropsNext) return client.write(data);
      dropped = true;
      return client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    dropReplyTo(text) {
      textOfDropped = text;
    },
    hasDropped: () => dropped,
    silence(direction = 'both') {
      for (const socket of direction === 'both' ? sockets : upstreams) socket.pause();
    },
    stopForwarding() {
      isForwarding = false;
      for (const socket of sockets) socket.pause();
    },
    resumeForwarding() {
      isForwarding = true;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
