import type { Child, FC } from 'hono/jsx';
import type { HtmlEscapedString } from 'hono/utils/html';

/** The owner of a page, as it is shown. */
export interface Brand {
  /** The name of the facility. */
  readonly name: string;
  /** Such as `#1f6feb`. Null: the colour of the service. */
  readonly color: string | null;
}

export interface PageProps {
  readonly title: string;
  readonly brand: Brand;
  readonly css: HtmlEscapedString;
  readonly children?: Child;
}

/** The frame of every page for candidates: it works on a phone, by keyboard and without script. */
export const Page: FC<PageProps> = ({ title, brand, css, children }) => (
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
      <main>{children}</main>
    </body>
  </html>
);
