import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A port of localhost that nothing listens on. */
export async function freePort() {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Whether something listens on a port of localhost. */
export async function listens(port) {
  const socket = connect(port, 'localhost');
  const listening = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return listening;
}
