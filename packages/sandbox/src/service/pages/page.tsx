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
  /** Such as `#1f6feb`. `null` for the color of the service. */
  readonly color: string | null;
}

interface Page {
  readonly title: string;
  readonly brand: Brand;
  readonly content: Child;
}

// It comes after the `no-referrer` of the answer. With that one, browsers would send the origin of the page's own form as `null` (Fetch
// standard, "append a request Origin header"), as any site can have them do, and where they send no `Sec-Fetch-Site` nobody
// could tell the two apart. No other site learns the address.
const OWN_FORMS = 'same-origin';

/** The frame of every page for candidates: it works on a phone, by keyboard and without script. */
const Frame: FC<Page & { readonly css: HtmlEscapedString }> = ({ title, brand, css, content }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="referrer" content={OWN_FORMS} />
      <title>{`${title} – ${brand.name}`}</title>
      <style>{css}</style>
    </head>
    <body>
      <header>
        <p class="banner">Sandbox: all data is synthetic. Do not enter data about real people.</p>
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

/** A page as a response: nothing of it runs or loads, and it is not framed. */
export function renderPage(c: Context, status: PageStatus, page: Page) {
  const css = style(page.brand.color);
  const hash = createHash('sha256').update(css).digest('base64');
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  c.header('x-content-type-options', 'nosniff');
  return c.html(
    <>
      {raw('<!doctype html>')}
      <Frame {...page} css={raw(css)} />
    </>,
    status,
  );
}
