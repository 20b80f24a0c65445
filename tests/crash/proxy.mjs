import { once } from 'node:events';
import { connect, createServer } from 'node:net';

// Each way, as in a network: a process may be killed between its request and the answer.
const DEFAULT_LATENCY_MS = 5;

/**
 * Opens a port that forwards to a server until the driver ends.
 *
 * @param address The path of the server's socket.
 * @param options `latency`: milliseconds each way.
 */
export async function openProxy(address, { latency = DEFAULT_LATENCY_MS } = {}) {
  const sockets = new Set();
  // Steps of connections that wait for the end of a partition, in their order.
  let held;
  let losesReplyOfNext = false;
  let target = address;

  const proxy = createServer((client) => {
    const server = connect(target);
    const connection = { losesReply: false };
    forward(client, server, () => {
      if (losesReplyOfNext) connection.losesReply = true;
      losesReplyOfNext = false;
      return true;
    });
    forward(server, client, () => {
      if (!connection.losesReply) return true;
      client.destroy();
      return false;
    });
  });

  function forward(from, to, accepts) {
    sockets.add(from);
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      pass(() => to.destroy());
    });
    // The same delay for all chunks keeps their order.
    from.on('data', (chunk) => {
      if (accepts()) setTimeout(() => pass(() => to.write(chunk)), latency);
    });
    from.on('end', () => pass(() => to.destroy()));
  }

  function pass(step) {
    if (held) held.push(step);
    else step();
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
    /** Redirects new connections to another server. Cuts open connections. */
    redirectTo(other) {
      target = other;
      this.cut();
    },
    /** Forwards the next request, then cuts its connection in place of the reply. */
    loseNextReply() {
      losesReplyOfNext = true;
    },
    /** Whether a request came after `loseNextReply`. */
    get hasLostReply() {
      return !losesReplyOfNext;
    },
    /** Forwards nothing more and closes nothing, until `heal`. */
    partition() {
      held ??= [];
    },
    heal() {
      const steps = held ?? [];
      held = undefined;
      for (const step of steps) step();
    },
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
