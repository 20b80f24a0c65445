import { createServer } from 'node:net';

// Processes begin apart.
let next = 20_000 + ((process.pid * 10) % 10_000);

/** A free port that no system gives to an outgoing connection. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next += 1;
    if (await portIsFree(port)) return port;
  }
}

function portIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
