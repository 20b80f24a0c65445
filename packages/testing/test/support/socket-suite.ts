import type { Observer } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { rawExchange } from './serve.js';
import { eventBody, signedHeaders } from './signed.js';

/** What the app of one test is given. */
export interface SocketOptions {
  readonly maxBodyBytes: number;
  readonly observe: Observer;
  readonly ackTimeout?: number;
}

const event = eventBody();

/** The head of a signed delivery to `/hooks`, as bytes on the wire. */
export async function head(extra: Readonly<Record<string, string>>): Promise<string> {
  const headers = { host: 'localhost', ...(await signedHeaders(event)), ...extra };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `POST /hooks HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * What a sender can do to a socket, for every adapter that is served by Node: an app with a receiver at `/hooks` and an
 * `ok` at `/health`.
 */
export function socketSuite(
  startApp: (options: SocketOptions) => Promise<{ url: string; port: number }>,
): void {
  async function start(options: { ackTimeout?: number } = {}) {
    const outcomes: string[] = [];
    const observe: Observer = ({ outcome }) => {
      outcomes.push(outcome.kind === 'rejected' ? outcome.rejection.code : outcome.kind);
    };
    return { outcomes, ...(await startApp({ maxBodyBytes: 10_000, observe, ...options })) };
  }

  it('a chunked upload, in small pieces', async () => {
    const { port } = await start();
    const pieces = event.match(/.{1,7}/g) ?? [];
    const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);
    const parts = [await head({ 'transfer-encoding': 'chunked' }), ...chunks, '0\r\n\r\n'];
    const { answer } = await rawExchange(port, parts);
    expect(answer).toContain('200 OK');
    expect(answer).toContain('{"outcome":"processed"}');
  });

  it('a client that stalls gets its answer at the deadline', async () => {
    const { port } = await start({ ackTimeout: 100 });
    const parts = [await head({ 'content-length': String(event.length) }), event.slice(0, 20)];
    const { answer } = await rawExchange(port, parts, { silenceMs: 1000 });
    expect(answer).toContain('400 Bad Request');
    expect(answer).toContain('"code":"body_incomplete"');
  });

  it('a client that aborts while it sends is body_incomplete, and the server goes on', async () => {
    const { port, url, outcomes } = await start();
    const parts = [await head({ 'content-length': '5000' }), event.slice(0, 20)];
    await rawExchange(port, parts, { silenceMs: 50 });
    await expect.poll(() => outcomes).toEqual(['body_incomplete']);
    expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
  });

  // Node takes the rest for a second request, which is none, and closes: whose answer the client sees is a race.
  it('a client that says too little is judged by what it said', async () => {
    const { port, outcomes } = await start();
    const parts = [await head({ 'content-length': String(event.length - 5) }), event];
    const { answer } = await rawExchange(port, parts);
    expect(answer).toContain('400 Bad Request');
    await expect.poll(() => outcomes).toEqual(['signature_mismatch']);
  });

  it('a client that says too much and ends is body_incomplete', async () => {
    const { port, outcomes } = await start();
    const parts = [await head({ 'content-length': String(event.length + 5) }), event];
    await rawExchange(port, parts, { silenceMs: 50 });
    await expect.poll(() => outcomes).toEqual(['body_incomplete']);
  });

  it('a declared length over the limit is refused before it is sent, and the connection closes', async () => {
    const { port } = await start();
    const parts = [await head({ 'content-length': '900000' })];
    const { answer, closed } = await rawExchange(port, parts, { silenceMs: 4000 });
    expect(answer).toContain('413 ');
    expect(closed).toBe(true);
  });

  it('an endless chunked body is refused while it is counted, and the connection closes cleanly', async () => {
    const { port } = await start();
    const chunk = `${(4096).toString(16)}\r\n${'x'.repeat(4096)}\r\n`;
    const parts = [
      await head({ 'transfer-encoding': 'chunked' }),
      ...Array<string>(20).fill(chunk),
    ];
    const { answer, closed } = await rawExchange(port, parts, { silenceMs: 4000 });
    expect(answer).toContain('413 ');
    expect(answer).toContain('"code":"body_too_large"');
    expect(closed).toBe(true);
  });

  it('a small refused body leaves the connection usable', async () => {
    const { port } = await start();
    const length = { 'content-length': String(event.length) };
    const refused = await head({ 'service-signature': 'x', ...length });
    const parts = [refused, event, await head(length), event];
    const { answer } = await rawExchange(port, parts);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  it('one answer per delivery, and nothing after it', async () => {
    const { port } = await start();
    const parts = [await head({ 'content-length': String(event.length) }), event];
    const { answer } = await rawExchange(port, parts);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(answer.endsWith('{"outcome":"processed"}')).toBe(true);
  });
}
