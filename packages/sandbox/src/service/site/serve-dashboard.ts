import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { dashboardFolder } from '../db/package-files.js';
import type { ForSession, PageSession } from '../login/login.js';
import { filesUnder, type StaticFile, sendFile } from './static-file.js';

const HOME = '/pages/index.html';
const PAGE = /^\/pages(\/.+)\.html$/;

/**
 * Serves the dashboard: its files to everybody, its pages to people who are signed in. Its build writes a file for each page of its
 * router, so these files are the list of the pages: no other address is one.
 */
export function serveDashboard(forSession: ForSession): Hono {
  const app = new Hono();
  const files = filesUnder('/', dashboardFolder());
  app.get('*', compress(), (c, next) => {
    // The files of pages lack the data of a session.
    const file = c.req.path.endsWith('.html') ? undefined : files.at(c.req.path);
    // The name of an asset changes with its content.
    return file ? sendFile(c, file, c.req.path.startsWith('/assets/')) : next();
  });
  for (const name of new Set([HOME, ...files.addresses.filter((each) => PAGE.test(each))])) {
    app.on('GET', addressesOf(name), async (c): Promise<Response> => {
      const page = files.at(name);
      const style = files.at('/style.css');
      if (!page || !style) {
        return c.text('The dashboard is not built. Run `npm run build`, and start again.', 503);
      }
      return forSession(c, (session) => {
        // Stored once in the package, and not in each page.
        const html = textOf(page).replace('__STYLE__', () => textOf(style));
        return sendPage(c, html, session);
      });
    });
  }
  return app;
}

const textOf = ({ bytes }: StaticFile) => new TextDecoder().decode(bytes);

/** The addresses of a page, for Hono: `/reports/:id` for `/pages/reports/$id.html`. A person may type a slash at the end. */
function addressesOf(file: string): string[] {
  if (file === HOME) return ['/'];
  const address = file.replace(PAGE, '$1').replaceAll('$', ':');
  return [address, `${address}/`];
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
    // In one pass: a name may look like a placeholder.
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
