import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ServedApp } from 'screening-webhooks-test-support/serve';
import { onTestFinished } from 'vitest';

/** Starts an app on a free port. The caller stops it: for tests that run concurrently. */
export async function startApp(app: FastifyInstance): Promise<ServedApp> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    url,
    port,
    server: app.server,
    stop() {
      app.server.closeAllConnections();
      void app.close();
    },
  };
}

/** Starts an app on a free port for the length of one test, which does not run concurrently with others. */
export async function serveApp(app: FastifyInstance): Promise<ServedApp> {
  const served = await startApp(app);
  onTestFinished(served.stop);
  return served;
}
