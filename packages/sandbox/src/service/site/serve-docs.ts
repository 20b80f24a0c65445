import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { ReadSession } from '../login/login.js';
import { type StaticFile, sendFile, staticFile } from './static-file.js';

// Two images of the style sheet are in data: URLs. Nothing else is loaded from elsewhere, and no style is inline: the script
// sets styles through the DOM, which needs no permission.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const unavailable =
  'The API reference is not part of this build. `npm run build` adds it. The OpenAPI document is at /v1/openapi.json.\n';

// A page of its own origin can only be reached by its own links, so the options are fixed here and not in the address.
const start = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  showExtensions: true,
  validatorUrl: null,
  // "Try it out" uses the session of the dashboard, unless a key was entered.
  requestInterceptor(request) {
    if (request.headers.Authorization === undefined) {
      request.headers['X-CSRF-Token'] = document.querySelector('meta[name=csrf-token]').content;
    }
    return request;
  },
});
`;

/**
 * The API reference at `/docs`, for who is signed in to the dashboard: Swagger UI on the OpenAPI document.
 *
 * @param folder Where the files of Swagger UI are. Undefined: they are not there, and the answer is 503.
 */
export function serveDocs(folder: string | undefined, readSession: ReadSession): Hono {
  const app = new Hono();
  if (folder === undefined) return app.get('/docs', (c) => c.text(unavailable, 503));
  // Read for the first who asks, and then kept.
  let reading: ReturnType<typeof readFiles> | undefined;
  const read = () => {
    reading ??= readFiles(folder);
    return reading;
  };
  app.get('/docs', async (c) => {
    const { script, style, start } = (await read()).paths;
    const session = await readSession(c);
    c.header('content-security-policy', policy);
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
    c.header('x-content-type-options', 'nosniff');
    return c.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="csrf-token" content="${session?.csrfToken}" />
          <title>API reference</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="${style}" />
          <script defer src="${script}"></script>
          <script defer src="${start}"></script>
        </head>
        <body>
          <main id="docs"></main>
          <noscript>
            <p>This page needs JavaScript. Without it, read <a href="/v1/openapi.json">the OpenAPI document</a>.</p>
          </noscript>
        </body>
      </html>`);
  });
  app.get('/docs/:digest/:name', async (c, next) => {
    const file = (await read()).files.get(c.req.path);
    return file ? sendFile(c, file, true) : next();
  });
  return app;
}

/** Reads the files that the page loads, each under a path that only its bytes have, so that it can be kept for good. */
async function readFiles(folder: string) {
  const files = new Map<string, StaticFile>();
  const add = (name: string, bytes: Uint8Array): string => {
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const path = `/docs/${digest}/${name}`;
    files.set(path, staticFile(name, bytes));
    return path;
  };
  // The build copies those of Swagger UI.
  const addLibrary = async (name: string) => add(name, await readFile(join(folder, name)));
  const paths = {
    script: await addLibrary('swagger-ui-bundle.js'),
    style: await addLibrary('swagger-ui.css'),
    start: add('start.js', new TextEncoder().encode(start)),
  };
  return { files, paths };
}
