import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { type Brand, Page } from './page.js';
import { style } from './style.js';

export type PageStatus = 200 | 400 | 403 | 404 | 405 | 409 | 410 | 413 | 422 | 429 | 500;

/**
 * The policy of every page and redirect for candidates. No other site learns an address, which is a secret. With `no-referrer`, browsers
 * would also send the origin of the page's own form as `null` (Fetch standard, "append a request Origin header"), as any site
 * can have them do, and where they send no `Sec-Fetch-Site` nobody could tell the two apart.
 */
export const referrerPolicy = 'same-origin';

/** A page as a response: nothing of it runs or loads, it is not framed, and nothing keeps it. */
export function renderPage(
  c: Context,
  status: PageStatus,
  {
    title,
    brand,
    content,
  }: { readonly title: string; readonly brand: Brand; readonly content: Child },
): Response | Promise<Response> {
  const css = style(brand.color);
  const hash = createHash('sha256').update(css).digest('base64');
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', referrerPolicy);
  c.header('x-content-type-options', 'nosniff');
  const page = (
    <Page title={title} brand={brand} css={raw(css)}>
      {content}
    </Page>
  );
  return c.html(
    <>
      {raw('<!doctype html>')}
      {page}
    </>,
    status,
  );
}
