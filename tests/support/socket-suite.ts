import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Observer } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { rawExchange, type ServedApp } from './serve.js';
import { eventBody, signedHeaders } from './signed.js';

/** The options of the receiver of one test. */
export interface SocketOptions {
  readonly maxBodyBytes: number;
  readonly observe: Observer;
  readonly ackTimeout?: number;
}

const event = eventBody();

/** The head of a delivery with the signature of a body, as bytes on the wire. */
export async function head(
  extra: Readonly<Record<string, string>>,
  body: string | Uint8Array = event,
  target = '/hooks',
): Promise<string> {
  const headers = { host: 'localhost', ...(await signedHeaders(body)), ...extra };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `POST ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Tests of everything a sender can do to a socket, for each adapter that Node serves.
 *
 * @param startApp Starts an app with a receiver at `/hooks` and the text `ok` at `/health`.
 */
export function socketSuite(startApp: (options: SocketOptions) => Promise<ServedApp>): void {
  function socketTest(
    name: string,
    run: (app: ServedApp & { readonly outcome: Promise<string> }) => Promise<void>,
    options: { readonly ackTimeout?: number } = {},
  ): void {
    // The timeout only ends a hang.
    it(name, { timeout: 120_000 }, async () => {
      let report = (_outcome: string): void => {};
      const outcome = new Promise<string>((resolve) => (report = resolve));
      const app = await startApp({
        maxBodyBytes: 10_000,
        observe: (observation) => report(nameOf(observation.outcome)),
        ...options,
      });
      try {
        await run({ ...app, outcome });
      } finally {
        app.stop();
      }
    });
  }

  socketTest(
    'a client that stalls gets its answer at the deadline',
    async ({ port }) => {
      const parts = [await head({ 'content-length': String(event.length) }), event.slice(0, 20)];
      const { answer } = await rawExchange(port, parts);
      expect(answer).toContain('400 Bad Request');
      expect(answer).toContain('"code":"body_incomplete"');
    },
    { ackTimeout: 100 },
  );

  // Node reads the rest as a second request, which is malformed, answers it first, and closes the connection.
  socketTest(
    'a content-length below the body: only that many bytes are verified',
    async ({ port, outcome }) => {
      const parts = [await head({ 'content-length': String(event.length - 5) }), event];
      const { answer } = await rawExchange(port, parts, { until: 'closed' });
      expect(answer).toContain('400 Bad Request');
      expect(await outcome).toBe('signature_mismatch');
    },
  );

  socketTest(
    'a content-length above the body, and a disconnect: body_incomplete',
    async ({ port, outcome }) => {
      const parts = [await head({ 'content-length': String(event.length + 5) }), event];
      await rawExchange(port, parts, { until: 'sent' });
      expect(await outcome).toBe('body_incomplete');
    },
  );

  socketTest(
    'a content-length over the limit is refused before the body is sent, and the connection closes',
    async ({ port }) => {
      const parts = [await head({ 'content-length': '900000' })];
      const { answer, closed } = await rawExchange(port, parts, { until: 'closed' });
      expect(answer).toContain('413 ');
      expect(closed).toBe(true);
    },
  );

  socketTest(
    'an endless chunked body is refused while its bytes are counted, and the connection closes cleanly',
    async ({ port }) => {
      const chunk = `${(4096).toString(16)}\r\n${'x'.repeat(4096)}\r\n`;
      const parts = [
        await head({ 'transfer-encoding': 'chunked' }),
        ...Array<string>(20).fill(chunk),
      ];
      const { answer, closed } = await rawExchange(port, parts, { until: 'closed' });
      expect(answer).toContain('413 ');
      expect(answer).toContain('"code":"body_too_large"');
      expect(closed).toBe(true);
    },
  );

  // Metrics and loggers listen to `finish`. They take a `close` without it for a request that got no answer.
  socketTest(
    'an answer before the body has come ends with finish, also for a client that leaves at its first byte',
    async ({ port, server }) => {
      const events: Promise<readonly string[]>[] = [];
      server.prependListener('request', (_request, response) => events.push(eventsOf(response)));
      const stalled = [await head({ 'content-length': '100' }), 'x'];
      const large = [await head({ 'content-length': '900000' })];
      await rawExchange(port, stalled, { until: 'started' });
      await rawExchange(port, large, { until: 'started' });
      expect(await Promise.all(events)).toEqual([
        ['finish 400', 'close'],
        ['finish 413', 'close'],
      ]);
    },
    { ackTimeout: 100 },
  );

  socketTest('a small refused body leaves the connection usable', async ({ port }) => {
    const length = { 'content-length': String(event.length) };
    const refused = await head({ 'service-signature': 'x', ...length });
    const parts = [refused, event, await head(length), event];
    const { answer } = await rawExchange(port, parts);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });

  socketTest('a delivery gets one answer, and nothing after it', async ({ port }) => {
    const delivery = [await head({ 'content-length': String(event.length) }), event];
    // The next answer on the same connection shows that nothing came in between.
    const next = 'GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
    const { answer } = await rawExchange(port, [...delivery, next], { until: 'closed' });
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(answer).toContain('{"outcome":"processed"}HTTP/1.1 200 OK');
  });
}

async function eventsOf(response: ServerResponse): Promise<readonly string[]> {
  const events: string[] = [];
  response.once('finish', () => events.push(`finish ${response.statusCode}`));
  response.once('close', () => events.push('close'));
  await once(response, 'close');
  return events;
}

function nameOf(outcome: Parameters<Observer>[0]['outcome']): string {
  return outcome.kind === 'rejected' ? outcome.rejection.code : outcome.kind;
}
