import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * What handlers and resolvers get as `framework`: on Express the request and the response of Express, on Fastify its
 * request and its reply. `'req' in framework` tells them apart.
 */
export type NestFramework =
  | { readonly req: IncomingMessage; readonly res: ServerResponse }
  | {
      readonly request: { readonly raw: IncomingMessage };
      readonly reply: { readonly raw: ServerResponse };
    };

/** The request that Nest would inject as `REQUEST`. */
export function requestOf(framework: NestFramework): object {
  return 'req' in framework ? framework.req : framework.request;
}
