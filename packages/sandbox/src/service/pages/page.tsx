import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { raw } from 'hono/html';
import type { Child, FC } from 'hono/jsx';
import type { HtmlEscapedString } from 'hono/utils/html';
import { style } from './style.js';

export type PageStatus = 200 | 400 | 403 | 404 | 405 | 409 | 410 | 413 | 422 | 429 | 500;

/** The owner of a page, as it is shown. */
export interface Brand {
  /** The name of the facility. */
  readonly name: string;
  /** Such as `#1f6feb`. Null: the colour of the service. */
  readonly color: string | null;
}

interface Page {
  readonly title: string;
  readonly brand: Brand;
  readonly content: Child;
}

/** The frame of every page for candidates: it works on a phone, by keyboard and without script. */
const Frame: FC<Page & { readonly css: HtmlEscapedString }> = ({ title, brand, css, content }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{`${title} – ${brand.name}`}</title>
      <style>{css}</style>
    </head>
    <body>
      <header>
        <p class="banner">This is a sandbox: do not enter data of real people.</p>
        <div class="head">
          <p class="brand" dir="auto">
            {brand.name}
          </p>
        </div>
      </header>
      <main>{content}</main>
    </body>
  </html>
);

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
  page: Page,
): Response | Promise<Response> {
  const css = style(page.brand.color);
  const hash = createHash('sha256').update(css).digest('base64');
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', referrerPolicy);
  c.header('x-content-type-options', 'nosniff');
  return c.html(
    <>
      {raw('<!doctype html>')}
      <Frame {...page} css={raw(css)} />
    </>,
    status,
  );
}
