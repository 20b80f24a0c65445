import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const API_KEY = 'sk_test_CANARY_of_the_api_key';

/** A request as it came in. */
interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** How the service answers one request. */
export type Behaviour = (response: ServerResponse, request: SeenRequest) => unknown;

/** A service that speaks real HTTP and does what it is told to. */
export interface FakeService {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** The next requests, in order; after them, it answers as it is asked. */
  readonly next: (...behaviours: readonly Behaviour[]) => void;
  /** Every request from now on. */
  readonly always: (behaviour: Behaviour) => void;
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

export const status = (code: number, headers: Record<string, string> = {}): Behaviour =>
  json({ code: 'made_up' }, code, { 'service-request-id': 'req_7', ...headers });

/** The connection breaks before anything is answered. */
export const cut: Behaviour = (response) => response.destroy();

/** The connection breaks in the middle of the body. */
export const cutInBody: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' });
  response.write('[{"verification', () => response.destroy());
};

export const hang: Behaviour = () => {};

export const late =
  (ms: number, behaviour: Behaviour): Behaviour =>
  (response, request) =>
    setTimeout(() => behaviour(response, request), ms);

/** Starts a service for the length of one test. */
export async function startService(usual: Behaviour = json([])): Promise<FakeService> {
  const requests: SeenRequest[] = [];
  const script: Behaviour[] = [];
  let otherwise = usual;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '', 'http://service');
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(seen);
    (script.shift() ?? otherwise)(response, seen);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    next: (...behaviours) => void script.push(...behaviours),
    always(behaviour) {
      otherwise = behaviour;
    },
  };
}
