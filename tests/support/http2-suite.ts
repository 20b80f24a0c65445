import { once } from 'node:events';
import {
  type ClientHttp2Stream,
  connect,
  constants,
  type Http2Server,
  type ServerHttp2Stream,
  type Settings,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { eventBody, signedHeaders } from './signed.js';
import type { SocketOptions } from './socket-suite.js';

/** A server over HTTP/2 on a free port. */
export interface Http2App {
  readonly server: Http2Server;
  readonly stop: () => void;
}

const event = eventBody();

/**
 * Tests of bodies that have no end, for each adapter that Node serves over HTTP/2. No timeout of Node's closes their streams.
 *
 * @param startApp Starts an app with a receiver at `/hooks`.
 */
export function http2Suite(startApp: (options: SocketOptions) => Promise<Http2App>): void {
  /** Sends unfinished bodies over one connection, and returns the answers when the server has closed every stream. */
  async function exchange(
    deliveries: readonly Delivery[],
    options: Partial<SocketOptions> = {},
    settings: Settings = {},
  ): Promise<readonly Answer[]> {
    const app = await startApp({ maxBodyBytes: 10_000, observe: () => {}, ...options });
    const closed: Promise<unknown>[] = [];
    app.server.on('stream', (stream: ServerHttp2Stream) => closed.push(once(stream, 'close')));
    const { port } = app.server.address() as AddressInfo;
    const client = connect(`http://localhost:${port}`, { settings });
    try {
      const answers = await Promise.all(
        deliveries.map(async ({ headers, body }) => {
          const signed = await signedHeaders(event);
          const stream = client.request({
            ':method': 'POST',
            ':path': '/hooks',
            ...signed,
            ...headers,
          });
          stream.write(body);
          return answerOf(stream);
        }),
      );
      await Promise.all(closed);
      expect(closed).toHaveLength(deliveries.length);
      expect(client.closed).toBe(false);
      return answers;
    } finally {
      client.destroy();
      app.stop();
    }
  }

  it.concurrent('a refused delivery whose body does not end is answered, and its stream closes', async () => {
    const unsigned = { headers: { 'content-type': 'text/plain' }, body: 'x' };
    const answers = await exchange(Array<Delivery>(20).fill(unsigned));
    expect(answers).toEqual(Array(20).fill(answered(415, 'unsupported_media_type')));
  });

  it.concurrent('so is one that announces a small body', async () => {
    const headers = { 'service-signature': 'x', 'content-length': '100' };
    expect(await exchange([{ headers, body: 'x' }])).toEqual([
      answered(400, 'signature_header_malformed'),
    ]);
  });

  it.concurrent('so is one whose body is too large', async () => {
    const announced = { headers: { 'content-length': '900000' }, body: 'x' };
    const sent = { headers: {}, body: 'x'.repeat(50_000) };
    expect(await exchange([announced, sent])).toEqual(
      Array(2).fill(answered(413, 'body_too_large')),
    );
  });

  it.concurrent('so is one whose body stalls past the deadline', async () => {
    const announced = { headers: { 'content-length': String(event.length) }, body: 'x' };
    const stalled = { headers: {}, body: event };
    expect(await exchange([announced, stalled], { ackTimeout: 100 })).toEqual(
      Array(2).fill(answered(400, 'body_incomplete')),
    );
  });

  it.concurrent('so is one whose sender does not take the body of the answer', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect(await exchange([{ headers, body: 'x' }], {}, { initialWindowSize: 0 })).toMatchObject([
      { status: 415, body: '', complete: false },
    ]);
  });
}

interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that are sent, without an end of the stream. */
  readonly body: string;
}

/** What the client has of an answer when its stream is closed. */
interface Answer {
  readonly status: unknown;
  readonly body: string;
  /** Whether the answer had ended before the stream was closed. */
  readonly complete: boolean;
  readonly rstCode: number;
}

/** A complete answer, and a close without an error (RFC 9113 section 8.1). */
const answered = (status: number, code: string): Answer => ({
  status,
  body: JSON.stringify({ outcome: 'rejected', code }),
  complete: true,
  rstCode: constants.NGHTTP2_NO_ERROR,
});

async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  const chunks: Buffer[] = [];
  let complete = false;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset makes an end, too.
  stream.once('end', () => (complete = !stream.closed));
  const [[headers]] = await Promise.all([once(stream, 'response'), once(stream, 'close')]);
  const body = Buffer.concat(chunks).toString();
  return { status: headers[':status'], body, complete, rstCode: stream.rstCode };
}
