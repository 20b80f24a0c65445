import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileProblem, UsageError } from 'screening-webhooks-terminal';
import { readOutcome } from '../answer/reported-outcome.js';
import type { Host } from '../host.js';
import { deliveryUrl } from '../http/delivery-url.js';
import { type Exchange, exchange } from '../http/exchange.js';
import { endToEndHeaders, headerPairs } from '../http/headers.js';
import type { CaptureFile } from './capture-file.js';
import type { CapturedDelivery } from './captured-delivery.js';
import { type Refusal, readRequestLine } from './refuse-request.js';

/** Settings of a capture. */
export interface CaptureJob {
  /** 0 selects any free port. */
  readonly port: number;
  readonly file: CaptureFile;
  /** The receiver to forward to. If `undefined`, deliveries are only recorded. */
  readonly forwardTo: URL | undefined;
  /** Milliseconds to wait for the target's answer. */
  readonly timeout: number;
  /** Host names to accept in addition to loopback, in lower case. */
  readonly hosts: readonly string[];
  /** Called when a request was not recorded. */
  readonly onRefused: (refusal: Refusal) => void;
  /** Called when a delivery was recorded. `result` is the target's. */
  readonly onCaptured: (captured: CapturedDelivery, result: Exchange | undefined) => void;
  /** Called when a delivery could not be recorded. */
  readonly onError: (error: unknown) => void;
}

/** A running capture. */
export interface Capture {
  readonly url: string;
  /** Stops accepting deliveries. Resolves when those in progress are answered and recorded. */
  readonly close: () => Promise<void>;
}

/** The answer to the sender. */
interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** Larger than any receiver accepts; bounds memory. */
const MAX_BODY_BYTES = 16 * 1_048_576;

/**
 * Listens on 127.0.0.1 and records each delivery. With a target, it forwards the exact bytes and returns the target's
 * answer. Without a target, or when the target does not answer, it answers with a 5xx, so that the service keeps the event
 * and retries.
 *
 * @throws UsageError when the port cannot be used.
 */
export async function startCapture(job: CaptureJob, host: Host): Promise<Capture> {
  const server = createServer((request, response) => {
    void handle(request, response, job, host);
  });
  await listen(server, job.port);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : job.port;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      // Bounds the wait for a sender that stalls in the middle of a body.
      const limit = setTimeout(() => server.closeAllConnections(), job.timeout);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(limit);
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const busy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw new UsageError(
      `--port: cannot listen on ${port}: ${busy ? 'the port is in use' : fileProblem(error)}.`,
    );
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  job: CaptureJob,
  host: Host,
): Promise<void> {
  const receivedAt = host.now();
  const body = await readBody(request);
  // The sender closed the connection early and will retry: a partial body is not recorded.
  if (body === undefined) return;
  const refuse = (refusal: Refusal): void => {
    job.onRefused(refusal);
    send(response, plain(refusal.status, refusal.text));
  };
  if (body === 'too large') return refuse({ status: 413, text: 'not recorded: too large' });
  const line = readRequestLine(request, job.hosts);
  if ('status' in line) return refuse(line);
  const { method, path } = line;
  const headers = headerPairs(request.rawHeaders);
  const result = await forward({ method, path, headers, body }, job, host);
  const answer = answerFor(result);
  const code = result?.kind === 'answered' ? readOutcome(result.body)?.code : undefined;
  const answered = { status: answer.status, ...(code === undefined ? {} : { code }) };
  const captured = { receivedAt, method, path, headers, body, ...answered };
  try {
    // Before the answer, so that the file contains every acked delivery.
    await job.file.append(captured);
    job.onCaptured(captured, result);
  } catch (error) {
    job.onError(error);
  }
  send(response, answer);
}

async function forward(
  delivery: Pick<CapturedDelivery, 'method' | 'path' | 'headers' | 'body'>,
  { forwardTo, timeout }: CaptureJob,
  host: Host,
): Promise<Exchange | undefined> {
  if (forwardTo === undefined) return undefined;
  return exchange(
    {
      url: deliveryUrl(forwardTo, delivery.path),
      method: delivery.method,
      headers: endToEndHeaders(delivery.headers),
      body: delivery.body,
      transferMode: 'at once',
    },
    // Ctrl-C does not abort it: the sender must get the target's answer.
    { timeout, host, signal: new AbortController().signal },
  );
}

function answerFor(result: Exchange | undefined): Answer {
  if (result === undefined) return plain(503, 'recorded, but not forwarded');
  if (result.kind === 'timed_out') return plain(504, 'the target did not answer in time');
  if (result.kind !== 'answered') return plain(502, 'the target cannot be reached');
  return { ...result, headers: endToEndHeaders(result.headers).flat() };
}

function plain(status: number, text: string): Answer {
  return { status, headers: ['Content-Type', 'text/plain'], body: Buffer.from(`${text}\n`) };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.sendDate = false;
  // A 204 must not have a Content-Length, and on a 304 it would describe another response (RFC 9110 section 8.6).
  const length = status === 204 || status === 304 ? [] : ['Content-Length', String(body.length)];
  response.writeHead(status, [...headers, ...length, 'Connection', 'close']);
  response.end(body);
}

async function readBody(request: IncomingMessage): Promise<Buffer | 'too large' | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      length += chunk.length;
      // Reads to the end even above the limit: a sender that is still sending does not read the answer.
      if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return length > MAX_BODY_BYTES ? 'too large' : Buffer.concat(chunks);
}
