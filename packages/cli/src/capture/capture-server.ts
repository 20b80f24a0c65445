import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileProblem } from '../files/read-named-file.js';
import type { Host } from '../host.js';
import { addressOf } from '../http/address-of.js';
import { type Exchange, exchange } from '../http/exchange.js';
import { endToEndHeaders, headerPairs } from '../http/headers.js';
import { UsageError } from '../terminal/usage-error.js';
import type { CaptureFile } from './capture-file.js';
import type { CapturedDelivery } from './captured-delivery.js';

/** What a capture does with deliveries. */
export interface CaptureJob {
  /** 0: any free one. */
  readonly port: number;
  readonly file: CaptureFile;
  /** Who takes the deliveries; undefined: nobody. */
  readonly forwardTo: URL | undefined;
  /** Milliseconds that the target has to answer. */
  readonly timeout: number;
  /** A delivery was recorded; `result` is what the target did. */
  readonly onCaptured: (captured: CapturedDelivery, result: Exchange | undefined) => void;
  /** A delivery could not be recorded. */
  readonly onError: (error: unknown) => void;
}

/** A capture at work. */
export interface Capture {
  readonly url: string;
  /** Takes no more deliveries, and resolves when those under way are answered and recorded. */
  readonly close: () => Promise<void>;
}

/** What the sender is answered. */
interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** Above what any receiver takes; a bound on our memory. */
const MAX_BODY_BYTES = 16 * 1_048_576;

/**
 * Listens on this machine alone and records each delivery. With a target it passes on the exact bytes and answers as the
 * target does; with none, or when none answers, it says so with a 5xx, so that the service keeps the event and tries
 * again: a recording is not a receiver.
 *
 * @throws UsageError when the port cannot be used.
 */
export async function startCapture(job: CaptureJob, host: Host): Promise<Capture> {
  const server = createServer((request, response) => {
    void take(request, response, job, host);
  });
  await listen(server, job.port);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : job.port;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      // A sender that stalls in the middle of a body is not waited for any longer than a target is.
      const impatience = setTimeout(() => server.closeAllConnections(), job.timeout);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(impatience);
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
      `--port: cannot listen on ${port}: ${busy ? 'something else does already' : fileProblem(error)}.`,
    );
  }
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  job: CaptureJob,
  host: Host,
): Promise<void> {
  const receivedAt = host.now();
  const body = await readBody(request);
  // Cut off by the sender, who will try again: what arrived is no delivery.
  if (body === undefined) return;
  if (body === 'too large') return send(response, plain(413, 'too large to be recorded'));
  const { method = 'POST', url: path = '/' } = request;
  const headers = headerPairs(request.rawHeaders);
  const result = await passOn({ method, path, headers, body }, job, host);
  const answer = answerOf(result);
  const captured = { receivedAt, method, path, headers, body, status: answer.status };
  try {
    // Before the answer: what was acked is in the file.
    await job.file.append(captured);
    job.onCaptured(captured, result);
  } catch (error) {
    job.onError(error);
  }
  send(response, answer);
}

async function passOn(
  delivery: Pick<CapturedDelivery, 'method' | 'path' | 'headers' | 'body'>,
  { forwardTo, timeout }: CaptureJob,
  host: Host,
): Promise<Exchange | undefined> {
  if (forwardTo === undefined) return undefined;
  return exchange(
    {
      url: addressOf(forwardTo, delivery.path),
      method: delivery.method,
      headers: endToEndHeaders(delivery.headers),
      body: delivery.body,
      manner: 'at once',
    },
    // Not ended by Ctrl-C: a delivery that the target has taken must get its answer.
    { timeout, host, signal: new AbortController().signal },
  );
}

function answerOf(result: Exchange | undefined): Answer {
  if (result === undefined) return plain(503, 'recorded, and passed on to nobody');
  if (result.kind === 'timed_out') return plain(504, 'the target did not answer in time');
  if (result.kind !== 'answered') return plain(502, 'the target cannot be reached');
  return { ...result, headers: endToEndHeaders(result.headers).flat() };
}

function plain(status: number, text: string): Answer {
  return { status, headers: ['Content-Type', 'text/plain'], body: Buffer.from(`${text}\n`) };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.sendDate = false;
  // A 204 or 304 has no length of its own (RFC 9110 section 8.6).
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
      // Read to the end even so: a sender that is still sending does not read answers.
      if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return length > MAX_BODY_BYTES ? 'too large' : Buffer.concat(chunks);
}
