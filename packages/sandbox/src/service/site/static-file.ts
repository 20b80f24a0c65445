import { extname } from 'node:path';
import type { Context } from 'hono';

export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export function staticFile(name: string, bytes: Uint8Array): StaticFile {
  const type = types[extname(name)] ?? 'application/octet-stream';
  return { bytes: new Uint8Array(bytes), type };
}

/** @param lasts Whether the path changes with the content, so that browsers may keep the file for good. */
export function sendFile(c: Context, { bytes, type }: StaticFile, lasts: boolean): Response {
  return c.body(bytes, 200, {
    'content-type': type,
    'cache-control': lasts ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
  });
}
