import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The `framework` that handlers and resolvers get: on Express its request and response, on Fastify its request and reply. `'req' in framework` tells them apart.
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
