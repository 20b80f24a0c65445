import { Hono } from 'hono';
import { filesUnder, pagePolicy, sendFile, staticFile } from './static-file.js';
import { theme } from './theme.js';

// Nothing leaves the page: it has deliveries of people and the signing secrets of receivers. Its icon is an empty data: URL. Where
// browsers know trusted types, no text becomes HTML or script.
const policy = pagePolicy({
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
});

const unavailable =
  'The page is not part of this build. `npm run build` adds it. On your machine, `screening-webhooks verify` does the same.\n';

const PAGE = '/check/index.html';
const themeFile = staticFile('theme.js', new TextEncoder().encode(theme));

/**
 * The page at `/check`, which finds out in the browser why a delivery does not verify. It is for everybody: it has nothing of the
 * service.
 *
 * @param folder The built page. Undefined: it is not there, and the answer is 503.
 */
export function serveCheck(folder: string | undefined): Hono {
  const app = new Hono();
  if (folder === undefined) return app.get('/check', (c) => c.text(unavailable, 503));
  const files = filesUnder('/check/', folder);
  app.get('/check', (c, next) => {
    const page = files.at(PAGE);
    if (!page) return next();
    return c.body(page.bytes, 200, {
      'content-type': page.type,
      'content-security-policy': policy,
      // With its fields, a browser keeps no such page for the way back.
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
  });
  app.get('/check/theme.js', (c) => sendFile(c, themeFile, false));
  app.get('/check/:name', (c, next) => {
    const file = c.req.path === PAGE ? undefined : files.at(c.req.path);
    // The name of each changes with its content.
    return file ? sendFile(c, file, true) : next();
  });
  return app;
}
