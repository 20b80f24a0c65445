/** The properties by which a request or a context of a framework is recognised. */
interface Given {
  readonly app?: unknown;
  readonly headers?: { readonly get?: unknown };
  readonly httpVersion?: unknown;
  readonly raw?: unknown;
  readonly req?: { readonly raw?: unknown };
  readonly request?: { readonly headers?: unknown };
  readonly res?: unknown;
  readonly routeOptions?: unknown;
}

/**
 * The error for something that is not the request which a function takes: its message names what it is, and the cure.
 * Without it, the delivery would be refused for what the object has not: 405 without `method`, 500 without `headers.get`.
 */
export function wrongRequest(expected: string, given: unknown): TypeError {
  const { app, headers, httpVersion, raw, req, request, res, routeOptions }: Given =
    typeof given === 'object' && given !== null ? given : {};
  let got: string = given === null ? 'null' : typeof given;
  let cure = '';
  const from = (framework: string): void => {
    got = `what ${framework} passes`;
    cure = `Use webhook(receiver) of @screening-webhooks/${framework.toLowerCase()}.`;
  };

  if (req?.raw) from('Hono');
  else if (req && request) from('Koa');
  else if (raw && routeOptions) from('Fastify');
  else if (app && res) from('Express');
  else if (httpVersion) {
    got = 'what Node passes';
    cure =
      'Use listener(receiver, { path }) of @screening-webhooks/core/node, or the package for your framework.';
  } else if (request?.headers) {
    got = 'an object that has it as `request`';
    cure = 'Pass that.';
  } else if (typeof headers?.get === 'function') {
    got = 'a Request';
    cure = 'Use receiver.fetch(request).';
  }
  return new TypeError(`request: expected ${expected}, got ${got}. ${cure}`.trim());
}
