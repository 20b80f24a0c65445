import { Hono } from 'hono';
import { html } from 'hono/html';

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page at `/`, in place of the dashboard, which is not built yet. */
export function serveStartPage(): Hono {
  const app = new Hono();
  app.get('/', (c) => {
    c.header('content-security-policy', policy);
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
    return c.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>Background screening service</title>
        </head>
        <body>
          <h1>Background screening service</h1>
          <p>The sandbox runs. Its data is synthetic.</p>
          <p>The dashboard is not built yet. Everything that it will show is in the API:</p>
          <ul>
            <li><a href="/v1/openapi.json">The OpenAPI description</a></li>
            <li>
              <code>GET /v1/webhook-deliveries</code>, with the API key that the command has
              printed: what was sent and what the receiver has answered
            </li>
          </ul>
        </body>
      </html>`);
  });
  return app;
}
