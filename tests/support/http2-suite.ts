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
import { expect, it, vi } from 'vitest';
import { eventBody, signedHeaders } from './signed.js';
import type { SocketOptions } from './socket-suite.js';
import { until } from './until.js';

/** A server over HTTP/2 on a free port. */
export interface Http2App {
  readonly server: Http2Server;
  readonly stop: () => void;
}

const event = eventBody();
/** How long a stream stays open after its answer, in milliseconds. */
const LINGER = 2000;

/**
 * Tests complete bodies and bodies that never end, for each adapter that Node serves over HTTP/2. No timeout of Node closes
 * their streams.
 *
 * @param startApp Starts an app with a receiver at `/hooks`.
 */
export function http2Suite(startApp: (options: SocketOptions) => Promise<Http2App>): void {
  /** Sends bodies over one connection, and returns the answers when the server has closed every stream. */
  async function exchange(
    deliveries: readonly Delivery[],
    { ackTimeout = 0, settings = {} }: { ackTimeout?: number; settings?: Settings } = {},
  ): Promise<readonly Answer[]> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const app = await startApp({
      maxBodyBytes: 10_000,
      observe: () => {},
      ...(ackTimeout > 0 && { ackTimeout }),
    });
    const streams: ServerHttp2Stream[] = [];
    app.server.on('stream', (stream: ServerHttp2Stream) => streams.push(stream));
    const { port } = app.server.address() as AddressInfo;
    const client = connect(`http://localhost:${port}`, { settings });
    try {
      const signed = await signedHeaders(event);
      let answered = 0;
      const answers = deliveries.map(({ headers, body, ends = false }) => {
        const stream = client.request({
          ':method': 'POST',
          ':path': '/hooks',
          ...signed,
          ...headers,
        });
        // Without room for the body of its answer, a stream does not end.
        stream.once(settings.initialWindowSize === 0 ? 'response' : 'end', () => (answered += 1));
        if (ends) stream.end(body);
        else stream.write(body);
        return answerOf(stream);
      });
      await until(() => {
        vi.advanceTimersByTime(ackTimeout);
        return answered === deliveries.length;
      });
      const unfinished = deliveries.some(({ ends }) => !ends);
      if (unfinished && ackTimeout === 0) {
        vi.advanceTimersByTime(LINGER - 1);
        expect(streams.map(({ destroyed }) => destroyed)).toEqual(deliveries.map(() => false));
      }
      vi.advanceTimersByTime(LINGER);
      const all = await Promise.all(answers);
      await until(() => streams.every(({ destroyed }) => destroyed));
      expect(streams).toHaveLength(deliveries.length);
      expect(vi.getTimerCount()).toBe(0);
      expect(client.closed).toBe(false);
      return all;
    } finally {
      client.destroy();
      app.stop();
      vi.useRealTimers();
    }
  }

  it('a whole body is processed, and one that is refused unread is answered', async () => {
    const malformed = { headers: { 'service-signature': 'x' }, body: event, ends: true };
    const processed = { ...answered(200, ''), body: '{"outcome":"processed"}' };
    expect(await exchange([{ headers: {}, body: event, ends: true }, malformed])).toEqual([
      processed,
      answered(400, 'signature_header_malformed'),
    ]);
  });

  it('a refused delivery whose body does not end is answered, and its stream closes', async () => {
    const unsigned = { headers: { 'content-type': 'text/plain' }, body: 'x' };
    const answers = await exchange(Array<Delivery>(20).fill(unsigned));
    expect(answers).toEqual(Array(20).fill(answered(415, 'unsupported_media_type')));
  });

  it('so is one that announces a small body, and one whose body is too large', async () => {
    const small = { headers: { 'service-signature': 'x', 'content-length': '100' }, body: 'x' };
    const announced = { headers: { 'content-length': '900000' }, body: 'x' };
    const sent = { headers: {}, body: 'x'.repeat(50_000) };
    expect(await exchange([small, announced, sent])).toEqual([
      answered(400, 'signature_header_malformed'),
      answered(413, 'body_too_large'),
      answered(413, 'body_too_large'),
    ]);
  });

  it('so is one whose body stalls past the deadline', async () => {
    const announced = { headers: { 'content-length': String(event.length) }, body: 'x' };
    const stalled = { headers: {}, body: event };
    expect(await exchange([announced, stalled], { ackTimeout: 16 })).toEqual(
      Array(2).fill(answered(400, 'body_incomplete')),
    );
  });

  it('so is one whose sender does not take the body of the answer', async () => {
    const headers = { 'content-type': 'text/plain' };
    const settings = { initialWindowSize: 0 };
    expect(await exchange([{ headers, body: 'x' }], { settings })).toMatchObject([
      { status: 415, body: '', complete: false },
    ]);
  });
}

interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the stream ends after the body. By default, it stays open. */
  readonly ends?: boolean;
}

/** The client's view of an answer when its stream is closed. */
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
  // A reset also emits `end`.
  stream.once('end', () => (complete = !stream.closed));
  const [[headers]] = await Promise.all([once(stream, 'response'), once(stream, 'close')]);
  const body = Buffer.concat(chunks).toString();
  return { status: headers[':status'], body, complete, rstCode: stream.rstCode };
}
