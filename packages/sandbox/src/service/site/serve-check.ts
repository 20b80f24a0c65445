import { Hono } from 'hono';
import { filesUnder, pagePolicy, sendFile, staticFile } from './static-file.js';
import { theme } from './theme.js';

// Nothing may leave the page: it has deliveries of people and the signing secrets of receivers. Its icon is an empty data: URL. In
// browsers with trusted types, no text becomes HTML or script.
const policy = pagePolicy({
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
});

const unavailable =
  'The page is not part of this build. `npm run build` adds it. On your machine, `screening-webhooks verify` does the same.\n';

const PAGE = '/check/index.html';
const themeFile = staticFile('theme.js', new TextEncoder().encode(theme));

/**
 * The page at `/check`, which finds out in the browser why a delivery does not verify. It is open to everybody: it has no data of the
 * service.
 *
 * @param folder The built page. `undefined` if it is missing, for which the answer is 503.
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
      // A browser then does not keep the page, with its fields, for the way back.
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
  });
  app.get('/check/theme.js', (c) => sendFile(c, themeFile, false));
  app.get('/check/:name', (c, next) => {
    const file = c.req.path === PAGE ? undefined : files.at(c.req.path);
    // The name of each file changes with its content.
    return file ? sendFile(c, file, true) : next();
  });
  return app;
}
