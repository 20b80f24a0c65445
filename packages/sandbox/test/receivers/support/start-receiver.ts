import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { ReceiverOptions } from '@screening-webhooks/core';
import { onTestFinished } from 'vitest';
import { createEndpoint } from '../../support/orders.js';
import type { TestService } from '../../support/service.js';

export const PATH = '/webhooks/screening';

/** Creates the app of a framework, with a receiver on {@link PATH}. */
export type CreateListener = (options: ReceiverOptions) => RequestListener;

/** An event as a typed handler received it. */
export interface Received {
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly verified: boolean;
}

/** Starts a receiver and creates its endpoint in the service. @param work The work of its handlers, by the number of the run. */
export async function startReceiver(
  service: TestService,
  listener: CreateListener,
  work: (run: number) => void = () => {},
) {
  const received: Received[] = [];
  const take = (event: Received): void => {
    received.push(event);
    work(received.length);
  };
  let secret = '';
  const app = listener({
    secret: () => secret,
    observe: false,
    handlers: {
      // The types of the handlers are part of the test: each outcome has its own type.
      'document_verification.completed': ({ id, type, data }) =>
        take({ id, type, data, verified: data.verified satisfies true }),
      'document_verification.failed': ({ id, type, data }) =>
        take({ id, type, data, verified: data.verified satisfies false }),
      'document_verification.recorded': ({ id, type, data }) =>
        take({ id, type, data, verified: data.verified satisfies false }),
    },
  });
  const server = createServer(app);
  const connections: Buffer[][] = [];
  server.on('connection', (socket) => {
    const chunks: Buffer[] = [];
    connections.push(chunks);
    socket.on('data', (chunk) => chunks.push(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  ({ secret } = await createEndpoint(service, `http://127.0.0.1:${port}${PATH}`));
  return {
    received,
    /** The raw bytes of the requests: the service opens a connection for each. */
    requests: () =>
      connections.map((chunks) => {
        const request = Buffer.concat(chunks);
        const headEnd = request.indexOf('\r\n\r\n');
        const head = request.subarray(0, headEnd).toString('latin1');
        const [, t] = /^service-signature: t=(\d+),v1=[0-9a-f]{64}$/im.exec(head) ?? [];
        return { t: Number(t), body: request.subarray(headEnd + 4).toString('latin1') };
      }),
  };
}
