import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { ReadSession } from '../login/login.js';

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

/** The names of Swagger UI's files that the page loads. The build copies them. */
const library = { script: 'swagger-ui-bundle.js', style: 'swagger-ui.css' } as const;

/**
 * The API reference at `/docs`, for who is signed in to the dashboard: Swagger UI on the OpenAPI document.
 *
 * @param folder Where the files of Swagger UI are. Undefined: they are not there, and the answer is 503.
 */
export function serveDocs(folder: string | undefined, readSession: ReadSession): Hono {
  const app = new Hono();
  if (folder === undefined) return app.get('/docs', (c) => c.text(unavailable, 503));
  // Read for the first who asks, and then kept.
  let files: Promise<DocsFiles> | undefined;
  const read = () => {
    files ??= readFiles(folder);
    return files;
  };
  app.get('/docs', async (c) => {
    const { script, style, start } = await read();
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
          <link rel="stylesheet" href="${style.path}" />
          <script defer src="${script.path}"></script>
          <script defer src="${start.path}"></script>
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
    const file = Object.values(await read()).find(({ path }) => path === c.req.path);
    if (!file) return next();
    c.header('cache-control', 'public, max-age=31536000, immutable');
    c.header('x-content-type-options', 'nosniff');
    return c.body(file.content, 200, { 'content-type': file.type });
  });
  return app;
}

/** A file under a path that only these bytes have, so that it can be kept for good. */
interface DocsFile {
  readonly path: string;
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

type DocsFiles = Readonly<Record<'script' | 'style' | 'start', DocsFile>>;

async function readFiles(folder: string): Promise<DocsFiles> {
  const [script, style] = await Promise.all([
    readFile(join(folder, library.script)),
    readFile(join(folder, library.style)),
  ]);
  const javascript = 'text/javascript; charset=utf-8';
  return {
    script: fileOf(library.script, javascript, script),
    style: fileOf(library.style, 'text/css; charset=utf-8', style),
    start: fileOf('start.js', javascript, new TextEncoder().encode(start)),
  };
}

function fileOf(name: string, type: string, bytes: Uint8Array): DocsFile {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { path: `/docs/${digest}/${name}`, type, content: new Uint8Array(bytes) };
}
