import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { ForSession, PageSession } from '../login/login.js';
import { start, styleSheet } from './docs-page.js';
import { pagePolicy, type StaticFile, sendFile, staticFile } from './static-file.js';
import { theme } from './theme.js';

// Two images of the style sheet are in data: URLs. Nothing else is loaded from elsewhere, and no style is inline: the script
// sets styles through the DOM, which needs no permission.
const policy = pagePolicy({ 'connect-src': "'self'" });

const unavailable =
  'This build has no API reference. Add it with `npm run build`. The OpenAPI document is at /v1/openapi.json.\n';

/**
 * The API reference at `/docs`, for people who are signed in to the dashboard: Swagger UI on the OpenAPI document.
 *
 * @param folder Where the files of Swagger UI are. `undefined` if they are missing, for which the answer is 503.
 */
export function serveDocs(folder: string | undefined, forSession: ForSession): Hono {
  const app = new Hono();
  if (folder === undefined) return app.get('/docs', (c) => c.text(unavailable, 503));
  // Read on the first request, then kept.
  let reading: ReturnType<typeof readFiles> | undefined;
  const read = () => {
    reading ??= readFiles(folder);
    return reading;
  };
  const show = async (c: Context, { csrfToken }: PageSession): Promise<Response> => {
    const { paths } = await read();
    c.header('content-security-policy', policy);
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
    c.header('x-content-type-options', 'nosniff');
    return c.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="csrf-token" content="${csrfToken}" />
          <title>API reference</title>
          <link rel="icon" href="data:," />
          <script src="${paths.theme}"></script>
          <link rel="stylesheet" href="${paths.library.style}" />
          <link rel="stylesheet" href="${paths.style}" />
          <script defer src="${paths.library.script}"></script>
          <script defer src="${paths.start}"></script>
        </head>
        <body>
          <header class="top">
            <a href="/">Back to the dashboard</a>
            <span>Screening sandbox with synthetic data. Do not enter data about real people.</span>
          </header>
          <div id="docs"></div>
          <noscript>
            <p>This page needs JavaScript. Without it, read <a href="/v1/openapi.json">the OpenAPI document</a>.</p>
          </noscript>
        </body>
      </html>`);
  };
  app.get('/docs', (c) => forSession(c, (session) => show(c, session)));
  app.get('/docs/:digest/:name', async (c, next) => {
    const file = (await read()).files.get(c.req.path);
    return file ? sendFile(c, file, true) : next();
  });
  return app;
}

/** Reads the files that the page loads. The path of each has the hash of its bytes, so that browsers can cache it forever. */
async function readFiles(folder: string) {
  const files = new Map<string, StaticFile>();
  const add = (name: string, bytes: Uint8Array): string => {
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const path = `/docs/${digest}/${name}`;
    files.set(path, staticFile(name, bytes));
    return path;
  };
  const addText = (name: string, text: string) => add(name, new TextEncoder().encode(text));
  // The build copies the files of Swagger UI.
  const addLibrary = async (name: string) => add(name, await readFile(join(folder, name)));
  const paths = {
    theme: addText('theme.js', theme),
    style: addText('docs.css', styleSheet),
    start: addText('start.js', start),
    library: {
      script: await addLibrary('swagger-ui-bundle.js'),
      style: await addLibrary('swagger-ui.css'),
    },
  };
  return { files, paths };
}
