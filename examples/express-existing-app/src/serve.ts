import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Receiver } from '@screening-webhooks/core'; // added

/** A listening app. */
export interface Running {
  readonly url: string;
  /** Accepts no more connections, waits for running handlers (at most 20 s) and open requests, and closes. */
  stop(): Promise<void>;
}

/** Starts an app. Resolves when it listens; port 0 selects a free port. Rejects when the port is in use. */
export async function serve(
  app: RequestListener,
  receiver: Pick<Receiver, 'drain'>, // added
  port: number,
): Promise<Running> {
  const server = createServer(app).listen(port);
  await once(server, 'listening');
  const address = server.address();
  const boundPort = typeof address === 'object' && address ? address.port : port;

  return {
    url: `http://localhost:${boundPort}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      // close() waits for requests. After the ack deadline, a handler keeps running without its request.
      await receiver.drain({ timeout: 20_000 }); // added
      server.closeIdleConnections();
      await closed;
    },
  };
}
