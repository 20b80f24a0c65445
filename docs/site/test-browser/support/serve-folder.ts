import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const kinds: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A folder that is served on this machine. */
export interface ServedFolder {
  /** Where the base is, without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the files of a folder as a web server does that knows nothing of what made them.
 *
 * @param base Where the folder is on the server: `/name/`. There is nothing beside it.
 */
export async function serveFolder(folder: string, base: string): Promise<ServedFolder> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname).replace(/\/$/, '/index.html');
    try {
      if (!path.startsWith(base)) throw new Error('It is beside the folder.');
      const body = await readFile(join(folder, path.slice(base.length)));
      response.setHeader('content-type', kinds[extname(path)] ?? 'text/plain; charset=utf-8');
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return {
    url: `http://127.0.0.1:${address.port}${base.replace(/\/$/, '')}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
