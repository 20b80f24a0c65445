import { createServer, type Server } from 'node:http';
import { HttpRequest, InvocationContext } from '@azure/functions';
import { getTestServer } from '@google-cloud/functions-framework/testing';
import { Logger } from '@nestjs/common';
import type { LambdaEvent } from '@screening-webhooks/aws/lambda';
import type { SignedDelivery } from '@screening-webhooks/testing';
import { createStaticHandler } from 'react-router';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, answerOf, delivery, post, SECRET } from './support.js';

// Each recipe is started by its framework if that is installed. Otherwise it gets the arguments that its platform passes. The
// recipe of SvelteKit has its own test.

type Sent = Pick<SignedDelivery, 'headers' | 'body' | 'request'>;

/** The type that Next.js requires of an exported method. */
type NextRoute = (
  request: Request,
  context: { readonly params: Promise<object> },
) => Promise<Response>;

interface Recipe {
  readonly name: string;
  readonly deliver: (sent: Sent) => Promise<Answer>;
}

const PATH = '/webhooks/screening';
const servers: Server[] = [];
let nest: { close(): Promise<void> } | undefined;
let bunRoute: Bun.Handler | undefined;

/** Registers the server of a recipe, or a server for a Node handler. */
function serverOf(server: Server): Server {
  servers.push(server);
  return server;
}

/** The body as API Gateway forwards it: text unchanged, and bytes as Base64. */
function lambdaBody({ body }: Sent, isBase64Encoded: boolean) {
  return { isBase64Encoded, body: isBase64Encoded ? Buffer.from(body).toString('base64') : body };
}

async function toLambda(event: object): Promise<Answer> {
  const { handler } = await import('../recipes/lambda.js');
  const result = await handler(event as LambdaEvent);
  expect(result.headers?.['content-type']).toBe('application/json');
  return [result.statusCode, JSON.parse(result.body)];
}

const lambdaV1 = (sent: Sent, isBase64Encoded: boolean) =>
  toLambda({
    httpMethod: 'POST',
    path: PATH,
    headers: {
      'Content-Type': sent.headers['content-type'],
      'Service-Signature': sent.headers['service-signature'],
      'X-Unset': undefined,
    },
    requestContext: { httpMethod: 'POST', stage: 'prod' },
    ...lambdaBody(sent, isBase64Encoded),
  });

const lambdaV2 = (sent: Sent, isBase64Encoded: boolean) =>
  toLambda({
    version: '2.0',
    rawPath: PATH,
    headers: sent.headers,
    requestContext: { http: { method: 'POST', path: PATH } },
    ...lambdaBody(sent, isBase64Encoded),
  });

/** Recipes that read the secret for each delivery. */
const lazy: Recipe[] = [
  {
    name: 'Next.js, App Router',
    deliver: async ({ request }) => {
      const { POST } = await import('../recipes/next-app-router.js');
      const route: NextRoute = POST;
      return answerOf(await route(request(), { params: Promise.resolve({}) }));
    },
  },
  {
    name: 'Next.js, Pages Router',
    deliver: async (sent) => {
      const route = await import('../recipes/next-pages-router.js');
      expect(route.config.api.bodyParser).toBe(false);
      const server = serverOf(createServer(route.default).listen(0));
      return post(server, `/api${PATH}`, sent);
    },
  },
  {
    name: 'React Router',
    deliver: async ({ request }) => {
      const { action } = await import('../recipes/react-router.js');
      const { queryRoute } = createStaticHandler([{ id: 'hook', path: PATH, action }]);
      return answerOf(await queryRoute(request(`https://shop.test${PATH}`)));
    },
  },
  { name: 'AWS Lambda, API Gateway v1', deliver: (sent) => lambdaV1(sent, false) },
  { name: 'AWS Lambda, API Gateway v1, Base64', deliver: (sent) => lambdaV1(sent, true) },
  { name: 'AWS Lambda, API Gateway v2 or function URL', deliver: (sent) => lambdaV2(sent, false) },
  {
    name: 'AWS Lambda, API Gateway v2 or function URL, Base64',
    deliver: (sent) => lambdaV2(sent, true),
  },
  {
    name: 'Google Cloud Functions',
    deliver: async (sent) => {
      await import('../recipes/google-cloud-functions.js');
      return post(serverOf(getTestServer('screening').listen(0)), '/', sent);
    },
  },
  {
    name: 'Azure Functions',
    deliver: async ({ headers, body }) => {
      const { handler } = await import('../recipes/azure-functions.js');
      const bytes = Buffer.from(body);
      const url = `https://shop.test/api${PATH}`;
      const request = new HttpRequest({ method: 'POST', url, headers, body: { bytes } });
      const answer = await handler(request, new InvocationContext());
      return [answer.status as number, JSON.parse(String(answer.body))];
    },
  },
  {
    name: 'Netlify',
    deliver: async ({ request }) => {
      const route = await import('../recipes/netlify.js');
      expect(route.config.path).toBe(PATH);
      return answerOf(await route.default(request(), { waitUntil: () => {} }));
    },
  },
  {
    name: 'Vercel',
    deliver: async ({ request }) => {
      const { POST } = await import('../recipes/vercel.js');
      return answerOf(await POST(request()));
    },
  },
];

/** Recipes that start a server, and read the secret at the start. */
const starting: Recipe[] = [
  {
    name: 'Fastify',
    deliver: async (sent) => {
      const { app } = await import('../recipes/fastify.js');
      return post(serverOf(app.server), PATH, sent);
    },
  },
  {
    name: 'NestJS',
    deliver: async (sent) => {
      const { started } = await import('../recipes/nest.js');
      const app = await started;
      nest = app;
      return post(serverOf(app.getHttpServer()), PATH, sent);
    },
  },
  {
    name: 'Bun',
    deliver: async ({ request }) => {
      // tests/packed runs the recipe on the real Bun.
      vi.stubGlobal('Bun', {
        serve: ({ routes }: Parameters<typeof Bun.serve>[0]) => {
          bunRoute = routes[PATH];
          return {};
        },
      });
      await import('../recipes/bun.js');
      if (bunRoute === undefined) throw new Error(`The recipe does not serve ${PATH}.`);
      return answerOf(await bunRoute(request()));
    },
  },
  {
    name: 'Fly',
    deliver: async (sent) => {
      const { server } = await import('../recipes/fly.js');
      return post(serverOf(server), PATH, sent);
    },
  },
];

const large = delivery('evt_large', { pad: 'x'.repeat(2 ** 21) });

Logger.overrideLogger(false);

beforeEach(() => {
  vi.stubEnv('SCREENING_SECRET', SECRET);
  vi.stubEnv('PORT', '0');
  for (const method of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation(() => {});
  }
});

afterAll(async () => {
  // Nest listens for every signal until it is closed.
  await nest?.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
});

describe.each([...lazy, ...starting])('$name', ({ name, deliver }) => {
  it('runs the handler of a signed delivery, over its exact bytes', async () => {
    expect(await deliver(await delivery(name))).toEqual([200, { outcome: 'processed' }]);
    expect(console.log).toHaveBeenCalledWith(name, 'Zoë 看護師 🩺');
  });

  it('refuses a delivery that was changed', async () => {
    const changed = (await delivery(`${name} changed`)).tampered();
    const refused = { outcome: 'rejected', code: 'signature_mismatch' };
    expect(await deliver(changed)).toEqual([401, refused]);
    expect(console.log).not.toHaveBeenCalledWith(expect.anything(), 'Zoë 看護師 🩺');
  });

  it('refuses a signed delivery of 2 MB that does not say its length', async () => {
    const refused = { outcome: 'rejected', code: 'body_too_large' };
    expect(await deliver(await large)).toEqual([413, refused]);
  });
});

it('AWS Lambda refuses an event whose headers are null, as the console sends it', async () => {
  const event = { httpMethod: 'POST', headers: null, body: '{}', isBase64Encoded: false };
  expect(await toLambda(event)).toEqual([
    415,
    { outcome: 'rejected', code: 'unsupported_media_type' },
  ]);
});

describe.each(lazy)('$name, SCREENING_SECRET is not set', ({ name, deliver }) => {
  it('answers 503, and the log says why', async () => {
    vi.stubEnv('SCREENING_SECRET', undefined);
    // A new receiver: one receiver logs a failure at most once a second.
    vi.resetModules();
    expect(await deliver(await delivery(`${name} unset`))).toEqual([
      503,
      { outcome: 'unavailable' },
    ]);
    const logged = [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.warn).mock.calls];
    expect(String(logged)).toContain('SCREENING_SECRET is not set.');
  });
});

describe.each(starting)('$name, SCREENING_SECRET is not set', ({ name, deliver }) => {
  it('does not start', async () => {
    vi.stubEnv('SCREENING_SECRET', undefined);
    vi.resetModules();
    const delivering = deliver(await delivery(`${name} unset`));
    await expect(delivering).rejects.toThrow('SCREENING_SECRET is not set.');
  });
});
