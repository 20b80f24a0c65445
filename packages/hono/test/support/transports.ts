import { getRequestListener } from '@hono/node-server';
import { serve } from 'screening-webhooks-test-support/serve';

interface App {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly request: (path: string, init?: RequestInit) => Response | Promise<Response>;
}

/** Sends one request to an app. */
export type Send = (app: App, path: string, init?: RequestInit) => Promise<Response>;

/** The two ways into a Hono app that Node has. */
export const transports: [name: string, send: Send][] = [
  ['app.request()', async (app, path, init) => app.request(path, init)],
  [
    '@hono/node-server',
    async (app, path, init) => {
      const { url } = await serve(getRequestListener(app.fetch));
      return fetch(`${url}${path}`, init);
    },
  ],
];
