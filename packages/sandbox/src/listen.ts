import type { Server } from 'node:net';
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { ConnectionResetError } from './faults/api-faults.js';

/** Where a service listens. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

type Fetch = (request: Request) => Promise<Response>;

/**
 * Listens on 127.0.0.1 and, where the machine has it, on ::1.
 *
 * @param port 0: any free port.
 * @throws Error with the code EADDRINUSE when the port is taken.
 */
export async function listen(port: number, fetch: Fetch): Promise<Listener> {
  const ipv4 = await open('127.0.0.1', port, fetch);
  const address = ipv4.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  const servers = [ipv4];
  try {
    servers.push(await open('::1', bound, fetch));
  } catch (error) {
    // Without IPv6 there is only one address. A taken port is a fault.
    if (codeOf(error) === 'EADDRINUSE') {
      await closeAll(servers);
      throw error;
    }
  }
  return { port: bound, close: () => closeAll(servers) };
}

function open(host: string, port: number, fetch: Fetch): Promise<Server> {
  const server = createAdaptorServer({
    fetch: async (request: Request, { incoming }: HttpBindings | Http2Bindings) => {
      try {
        return await fetch(request);
      } catch (error) {
        if (!(error instanceof ConnectionResetError)) throw error;
        incoming.socket.destroy();
        return RESPONSE_ALREADY_SENT;
      }
    },
    // Longer than clients keep an idle connection. Otherwise a request can meet the server closing it.
    serverOptions: { keepAliveTimeout: 65_000 },
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          // Otherwise connections that are kept alive, and streams, hold it open.
          if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function') {
            server.closeAllConnections();
          }
        }),
    ),
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
