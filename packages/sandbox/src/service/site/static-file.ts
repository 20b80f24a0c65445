import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
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

/**
 * The files of a folder by their addresses. They are read at the first request, and then kept.
 *
 * @param root The prefix of the addresses.
 * @param folder `undefined` if there are no files.
 */
export function filesUnder(root: string, folder: string | undefined) {
  const paths = new Map(folder === undefined ? [] : listFiles(root, folder));
  let files: ReadonlyMap<string, StaticFile> | undefined;
  return {
    addresses: [...paths.keys()],
    at(address: string): StaticFile | undefined {
      files ??= new Map(
        [...paths].map(([each, path]) => [each, staticFile(path, readFileSync(path))]),
      );
      return files.get(address);
    },
  };
}

/** @returns the address and the path of each file. */
function listFiles(root: string, folder: string): (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [root + relative(folder, path).split(sep).join('/'), path];
    });
}

const strictest = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': 'data:',
  'connect-src': "'none'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** The content security policy of a page, which is strict except for the needs of the page. */
export function pagePolicy(changes: Readonly<Record<string, string>>): string {
  const directives = Object.entries({ ...strictest, ...changes });
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** @param lasts Whether the path changes with the content, so that browsers may cache the file permanently. */
export function sendFile(c: Context, { bytes, type }: StaticFile, lasts: boolean): Response {
  return c.body(bytes, 200, {
    'content-type': type,
    'cache-control': lasts ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
  });
}
