import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from 'screening-webhooks-test-support/serve';
import { type ClientOptions, createClient, type ScreeningClient } from '../../src/index.js';

export const API_KEY = 'sk_test_CANARY_of_the_api_key';

/** A client with long timeouts, for tests that are not about them: a slow machine must not end a call. */
export function clientFor(baseUrl: string, options: Partial<ClientOptions> = {}): ScreeningClient {
  const timeouts = { timeout: 600_000, attemptTimeout: 600_000 };
  return createClient({ apiKey: API_KEY, baseUrl, backoff: 1, ...timeouts, ...options });
}

/** A request that the service received. */
interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Responds to one request. */
export type Responder = (response: ServerResponse, request: ReceivedRequest) => unknown;

/** An HTTP server whose responses are set by the test. */
export interface FakeService {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Resolves when the service has received `count` requests in total. */
  readonly received: (count: number) => Promise<void>;
  /** Sets the responders of the next requests, in order. Later requests get the default responder. */
  readonly next: (...responders: readonly Responder[]) => void;
  /** Sets the default responder. */
  readonly always: (responder: Responder) => void;
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Responder =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

export const status = (code: number, headers: Record<string, string> = {}): Responder =>
  json({ code: 'made_up' }, code, { 'service-request-id': 'req_7', ...headers });

/** Closes the connection before the response starts. */
export const dropConnection: Responder = (response) => response.destroy();

/** Closes the connection in the middle of the body. */
export const dropMidBody: Responder = (response) => {
  response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' });
  response.write('[{"verification', () => response.destroy());
};

export const neverRespond: Responder = () => {};

/** Starts a service and closes it when the test has finished. */
export async function startService(defaultResponder: Responder = json([])): Promise<FakeService> {
  const requests: ReceivedRequest[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const queue: Responder[] = [];
  let respond = defaultResponder;
  const { url } = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const target = new URL(request.url ?? '', 'http://service');
    const received: ReceivedRequest = {
      method: request.method ?? '',
      path: target.pathname,
      query: target.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(received);
    for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
    (queue.shift() ?? respond)(response, received);
  });
  return {
    url,
    requests,
    received: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    next: (...responders) => void queue.push(...responders),
    always(responder) {
      respond = responder;
    },
  };
}
