import { once } from 'node:events';
import { connect, createServer } from 'node:net';

// Milliseconds each way: as in a network, there is time to die between a question and its answer.
const LATENCY = 5;

/** A port that leads to a server's socket for as long as the driver lives, and whose connections can be cut. */
export async function openProxy(socketPath) {
  const sockets = new Set();
  const proxy = createServer((near) => {
    const far = connect(socketPath);
    join(near, far);
    join(far, near);
  });

  function join(from, to) {
    sockets.add(from);
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    // The same for all, so that they keep their order.
    from.on('data', (chunk) => setTimeout(() => to.write(chunk), LATENCY));
    from.on('end', () => to.destroy());
  }

  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: proxy.address().port,
    /** Cuts every connection: what was asked may have been done all the same. @returns how many. */
    cut() {
      const cut = sockets.size / 2;
      for (const socket of sockets) socket.destroy();
      return Math.ceil(cut);
    },
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
