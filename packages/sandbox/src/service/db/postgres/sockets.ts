import { Socket } from 'node:net';

/** The sockets of connections, so that silent connections can be ended. */
export class Sockets {
  readonly #open = new Set<Socket>();

  /** Makes a socket for a connection. */
  readonly create = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  };

  /** Ends all connections. Statements that run on them fail. */
  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
