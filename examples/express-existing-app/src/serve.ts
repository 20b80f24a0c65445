import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Receiver } from '@screening-webhooks/core'; // added

/** An app that listens. */
export interface Running {
  readonly url: string;
  /** Takes no more connections, waits for running handlers (20 s at most) and for open requests, and closes. */
  stop(): Promise<void>;
}

/** Starts an app, and resolves once it listens; port 0 takes a free one. Rejects when the port is taken. */
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
      // Closing waits for requests. A handler that passed the ack deadline has none any more, but is still at work.
      await receiver.drain({ timeout: 20_000 }); // added
      server.closeIdleConnections();
      await closed;
    },
  };
}
