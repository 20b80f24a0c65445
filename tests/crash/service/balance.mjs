import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * A load balancer without health checks, on a port that stays the same while receivers come and go. It forwards connections to
 * the receivers in turn. A receiver that is down refuses them.
 *
 * @param receivers Each with its `url`, which is `undefined` while the receiver is down.
 * @returns `{ url, close }`
 */
export async function balance(receivers) {
  const sockets = new Set();
  let next = 0;
  const server = createServer((client) => {
    track(client);
    const { url } = receivers[next++ % receivers.length];
    if (url === undefined) return client.destroy();
    const receiver = track(connect(Number(new URL(url).port), '127.0.0.1'));
    client.pipe(receiver).pipe(client);
    client.on('close', () => receiver.destroy());
    receiver.on('close', () => client.destroy());
  });

  function track(socket) {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
