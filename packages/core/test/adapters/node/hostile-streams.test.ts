import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net';
import express from 'express';
import { expectNoProcessFailures } from 'screening-webhooks-test-support/process-failures';
import { rawExchange, serve } from 'screening-webhooks-test-support/serve';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { head } from 'screening-webhooks-test-support/socket-suite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { webhook } from '../../../../express/src/index.js';
import { listener } from '../../../src/adapters/node/index.js';
import { createReceiver, RawBodyUnavailableError } from '../../../src/index.js';

expectNoProcessFailures();
const path = '/hooks';
const body = Buffer.from(eventBody('evt_é'));
const handlers = { '*': () => {} };
const receiver = createReceiver({ secret: SECRET, handlers, observe: false, maxBodyBytes: 1000 });
const ours = listener(receiver, { path });

const spyOnWarnings = () => vi.spyOn(process, 'emitWarning').mockImplementation(() => {});

const headOf = (length = body.length) => head({ 'content-length': String(length) }, body);

/** Delivers in two chunks, which split a character of two bytes. */
async function deliverInTwoChunks(app: RequestListener): Promise<string> {
  const { port } = await serve(app);
  const middle = body.indexOf('é') + 1;
  const parts = [await headOf(), body.subarray(0, middle), body.subarray(middle)];
  const { answer } = await rawExchange(port, parts);
  return answer.slice(0, 12);
}

describe('a request', () => {
  it('that something decodes before the receiver is a RawBodyUnavailableError, and the server goes on', async () => {
    const warn = spyOnWarnings();
    let isDecoded = true;
    const app: RequestListener = (req, res) => {
      if (isDecoded) req.setEncoding('utf8');
      isDecoded = false;
      return ours(req, res);
    };
    expect(await deliverInTwoChunks(app)).toBe('HTTP/1.1 500');
    expect(warn.mock.calls).toEqual([[expect.any(RawBodyUnavailableError)]]);
    expect(await deliverInTwoChunks(app)).toBe('HTTP/1.1 200');
  });

  it('that something decodes while it is being read is one too', async () => {
    const warn = spyOnWarnings();
    const answer = await deliverInTwoChunks((req, res) => {
      void ours(req, res);
      req.setEncoding('utf8');
    });
    expect(answer).toBe('HTTP/1.1 500');
    expect(warn.mock.calls).toEqual([[expect.any(RawBodyUnavailableError)]]);
  });

  it('that was paused before the receiver is read', async () => {
    const answer = await deliverInTwoChunks((req, res) => {
      req.pause();
      return ours(req, res);
    });
    expect(answer).toBe('HTTP/1.1 200');
  });

  it('that is too large is taken until its sender has read the answer', async () => {
    const { port } = await serve(ours);
    const large = Buffer.alloc(16_000_000);
    const parts = [await headOf(large.length), large];
    const { answer, broken } = await rawExchange(port, parts, { until: 'closed' });
    expect(answer).toContain('connection: close');
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"}$/);
    expect(broken).toBe(false);
  });
});

describe('a sender that keeps the connection open after its answer', () => {
  /** Sends the head of a large delivery, and waits for the end of the answer. */
  async function refused() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { port, server } = await serve(ours);
    const client = connectSocket({ port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void client.destroy());
    const [socket]: Socket[] = await once(server, 'connection');
    client.write(await headOf(300_000));
    await once(client.resume(), 'end');
    return { client, socket };
  }

  it('is cut off once its body has come', async () => {
    const { client, socket } = await refused();
    expect(socket?.destroyed).toBe(false);
    client.write(Buffer.alloc(300_000));
    await expect.poll(() => socket?.destroyed).toBe(true);
  });

  it('is cut off after two seconds', async () => {
    const { socket } = await refused();
    vi.advanceTimersByTime(1999);
    expect(socket?.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(socket?.destroyed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

const fail = (): never => {
  throw new Error('replaced');
};
describe('a response whose method', () => {
  it.each<[string, (res: ServerResponse) => void, length?: number]>([
    ['setHeader throws', (res) => Object.assign(res, { setHeader: fail })],
    ['end throws', (res) => Object.assign(res, { end: fail })],
    ['end throws, for a body that is too large,', (res) => Object.assign(res, { end: fail }), 1e9],
    [
      'end throws after the headers',
      (res) => {
        const end = (): never => {
          res.flushHeaders();
          return fail();
        };
        Object.assign(res, { end });
      },
    ],
  ])('%s is closed by the listener', async (_name, replace, length) => {
    spyOnWarnings();
    const { port } = await serve((req, res) => {
      replace(res);
      return ours(req, res);
    });
    const { closed } = await rawExchange(port, [await headOf(length), body], { until: 'closed' });
    expect(closed).toBe(true);
  });

  it('end throws once, goes to the error handler of Express', async () => {
    const { port } = await serve(
      express()
        .use((_req, res, next) => {
          vi.spyOn(res, 'end').mockImplementationOnce(fail);
          next();
        })
        .post(path, webhook({ secret: SECRET, handlers }))
        .use((error: Error, _req: unknown, res: express.Response, _next: unknown) => {
          res.status(500).send(error.message);
        }),
    );
    const { answer } = await rawExchange(port, [await headOf(), body]);
    expect(answer).toMatch(/^HTTP\/1\.1 500[\s\S]*replaced$/);
  });
});

it('over HTTP/2, a body that is too large is a 413 without a warning', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const server = createHttp2Server((req, res) => {
    // The compatibility objects of HTTP/2 stand in for those of HTTP/1, as in every framework.
    void ours(req as unknown as IncomingMessage, res as unknown as ServerResponse);
  }).listen(0);
  await once(server, 'listening');
  const client = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const large = Buffer.alloc(300_000);
  const headers = { ':method': 'POST', ':path': path, ...(await signedHeaders(body)) };
  const stream = client.request(headers);
  stream.on('error', () => {});
  stream.end(large);
  const [response] = await once(stream, 'response');
  expect(response[':status']).toBe(413);
  await new Promise((resolve) => setImmediate(resolve));
  expect(warned).not.toHaveBeenCalled();
});
