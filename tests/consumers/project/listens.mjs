import { once } from 'node:events';
import { connect } from 'node:net';

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
