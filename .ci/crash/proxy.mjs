import { once } from 'node:events';
import { connect, createServer } from 'node:net';

// Each way, as in a network: a process may be killed between its request and the answer.
const LATENCY_MS = 5;

/** Opens a port that forwards to a server's socket until the driver ends, and whose connections can be cut. */
export async function openProxy(socketPath) {
  const sockets = new Set();
  const proxy = createServer((client) => {
    const server = connect(socketPath);
    forward(client, server);
    forward(server, client);
  });

  function forward(from, to) {
    sockets.add(from);
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    // The same delay for all chunks keeps their order.
    from.on('data', (chunk) => setTimeout(() => to.write(chunk), LATENCY_MS));
    from.on('end', () => to.destroy());
  }

  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: proxy.address().port,
    /** Cuts every connection; a request on it may still be executed. @returns the number of connections. */
    cut() {
      const connections = sockets.size / 2;
      for (const socket of sockets) socket.destroy();
      return Math.ceil(connections);
    },
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
