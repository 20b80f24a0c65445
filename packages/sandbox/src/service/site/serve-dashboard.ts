import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { dashboardFolder } from '../db/package-files.js';
import type { PageSession, ReadSession } from '../login/login.js';
import { filesUnder, type StaticFile, sendFile } from './static-file.js';

// No page has an address under these: an address that they do not know is a 404.
const NO_PAGES =
  /^\/(v1|_sandbox|files|intake|dispute|verify|sink|assets|docs|check|login|logout)(\/|$)/;
// Browsers and crawlers ask for files such as /favicon.ico. An id may have a dot, too.
const TOP_FILE = /^\/[^/]*\.[^/]*$/;

/** Serves the dashboard: its files to everybody, its pages to who is signed in. */
export function serveDashboard(readSession: ReadSession): Hono {
  const app = new Hono();
  const fileAt = filesUnder('/', dashboardFolder);
  app.get('*', compress(), async (c) => {
    const path = new URL(c.req.url).pathname;
    // Those of pages lack whose they are.
    const file = path.endsWith('.html') ? undefined : fileAt(path);
    // The name of an asset changes with its content.
    if (file) return sendFile(c, file, path.startsWith('/assets/'));
    if (NO_PAGES.test(path) || TOP_FILE.test(path)) return notFound(c);
    const page = fileAt(htmlFileOf(path)) ?? fileAt('/index.html');
    const style = fileAt('/style.css');
    if (!page || !style) {
      return c.text('The dashboard is not built. Run `npm run build`, and start again.', 503);
    }
    const session = await readSession(c);
    if (!session) return notFound(c);
    // Once in the package, and not in each page.
    const html = textOf(page).replace('__STYLE__', () => textOf(style));
    return sendPage(c, html, session);
  });
  app.all('*', notFound);
  return app;
}

const textOf = ({ bytes }: StaticFile) => new TextDecoder().decode(bytes);

/** Where the HTML of a page is: that of a report is `/pages/reports/$id.html`. */
function htmlFileOf(path: string): string {
  const [list = '', id = '', ...more] = path.split('/').slice(1);
  return `/pages/${[list || 'index', ...(id ? ['$id'] : []), ...more].join('/')}.html`;
}

function sendPage(c: Context, html: string, session: PageSession): Response {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  const shown: Readonly<Record<string, boolean>> = {
    PARTNER: session.partner,
    ACTING: session.actingTenant !== null,
  };
  const values: Readonly<Record<string, string>> = {
    CSP_NONCE: nonce,
    SESSION: JSON.stringify(session),
    CSRF: session.csrfToken,
    TENANT: session.tenantName,
    ACTING: session.actingTenant?.name ?? '',
  };
  const page = html
    .replace(/__IF_(\w+?)__(.*?)__END__/gs, (_all, name: string, part: string) =>
      shown[name] ? part : '',
    )
    // In one go: a name may look like a mark.
    .replace(/__(CSP_NONCE|SESSION|CSRF|TENANT|ACTING)__/g, (_all, name: string) =>
      escapeHtml(values[name] ?? ''),
    );
  return c.body(page, 200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    // With no-referrer, browsers send `Origin: null` with a form.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  });
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function notFound(c: Context): Response {
  return c.text('There is nothing at this address.', 404, { 'cache-control': 'no-store' });
}
