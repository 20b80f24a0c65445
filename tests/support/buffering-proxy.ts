import { connect } from 'node:net';
import { serve } from './serve.ts';

/** A proxy that holds answers back. */
export interface BufferingProxy {
  readonly url: string;
  /** Forwards the held bytes, and from now on everything at once. */
  readonly release: () => void;
}

// The `proxy_buffers` of nginx.
const BUFFER_BYTES = 8 * 4096;

/**
 * Starts a proxy that forwards requests as nginx does with `proxy_pass` and no other setting, for the length of a test: in HTTP/1.0, and
 * each answer is held back with its headers until it has ended or fills the buffers, unless these say `x-accel-buffering: no`.
 *
 * @param target The origin of the server.
 * @param heeds False: that header changes nothing, as with other proxies. The headers of an answer are passed on at once.
 */
export async function startBufferingProxy(target: string, heeds = true): Promise<BufferingProxy> {
  const { hostname, port } = new URL(target);
  const held = new Set<() => void>();
  let isReleased = false;
  const { url } = await serve((req, res) => {
    const { connection: _, ...headers } = req.headers;
    const upstream = connect(Number(port), hostname);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    upstream.write(`${req.method} ${req.url} HTTP/1.0\r\n${lines.join('')}\r\n`);
    req.pipe(upstream, { end: false });
    upstream.on('error', () => res.destroy());
    res.on('close', () => upstream.destroy());

    let waiting = Buffer.alloc(0);
    let passes = false;
    const pass = (): void => {
      held.delete(pass);
      passes = true;
      res.write(waiting);
      waiting = Buffer.alloc(0);
    };
    upstream.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      const end = waiting.indexOf('\r\n\r\n');
      if (!passes && !held.has(pass) && end !== -1) {
        const [first = '', ...fields] = waiting.toString('latin1', 0, end).split('\r\n');
        const sent = fields.filter((field) => !/^connection:/i.test(field));
        res.writeHead(
          Number(first.split(' ')[1]),
          sent.flatMap((field) => {
            const colon = field.indexOf(':');
            return [field.slice(0, colon), field.slice(colon + 1).trim()];
          }),
        );
        waiting = waiting.subarray(end + 4);
        if (!heeds) res.flushHeaders();
        passes =
          isReleased || (heeds && sent.some((field) => /^x-accel-buffering: no$/i.test(field)));
        held.add(pass);
      }
      if (passes || (held.has(pass) && waiting.length >= BUFFER_BYTES)) pass();
    });
    upstream.on('end', () => {
      held.delete(pass);
      res.end(waiting);
    });
  });
  return {
    url,
    release() {
      isReleased = true;
      for (const pass of held) pass();
    },
  };
}
