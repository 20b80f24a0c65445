// For TypeScript and for programs that plain node runs.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * A port of loopback for a program that must be told one. Until this process ends, the system gives it to nobody, because a
 * connection has it. It refuses connections until a program listens on it: that is allowed, since the connection does not listen.
 */
export async function holdPort() {
  for (;;) {
    const port = await hold('127.0.0.1', 0);
    try {
      await hold('::1', port);
      return port;
    } catch ({ code }) {
      // Otherwise this machine has no ::1.
      if (code !== 'EADDRINUSE') return port;
    }
  }
}

async function hold(host, localPort) {
  const server = createServer((socket) => socket.unref()).listen(0, host);
  await once(server, 'listening');
  const socket = connect({ host, port: server.address().port, localAddress: host, localPort });
  await once(socket, 'connect').finally(() => server.unref());
  return socket.unref().localPort;
}
