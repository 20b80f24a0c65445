import { type Adapter, isBytes } from '@screening-webhooks/core/adapter';
import { nodeDelivery, sendAck } from '@screening-webhooks/core/node';
import type { Request, Response } from 'express';

/** The `framework` that handlers and resolvers get. */
export interface ExpressFramework {
  readonly req: Request;
  readonly res: Response;
}

const FIX =
  'In Express: give the JSON parser that runs before this route { verify: keepRawBody } (from @screening-webhooks/express), or mount this route before it. In NestJS: NestFactory.create(AppModule, { rawBody: true }).';

/** Where requests, contexts and answers are in Express. */
export const expressAdapter: Adapter<[req: Request, res: Response], ExpressFramework, void> = {
  delivery(req: Request & { readonly rawBody?: unknown }) {
    return nodeDelivery(req, {
      // keepRawBody, Firebase and Nest keep the bytes in `rawBody`; express.raw() leaves them in `body`.
      rawBody: () => [req.rawBody, req.body].find(isBytes),
      fix: FIX,
    });
  },
  context: (req, res) => ({ framework: { req, res } }),
  unroutedTarget: (req) => (!req.route && req.baseUrl === '' ? req.originalUrl : undefined),
  answer(ack, req, res) {
    try {
      sendAck(req, res, ack);
    } catch (error) {
      containErrors(res);
      throw error;
    }
  },
};

/**
 * For a response whose methods throw, since middleware has replaced one. Express answers the error in a later turn, where
 * nothing catches the next throw: it would end the process.
 */
function containErrors(response: Response): void {
  for (const name of ['setHeader', 'removeHeader', 'writeHead', 'write', 'end'] as const) {
    const method = response[name];
    Reflect.set(response, name, (...args: unknown[]) => {
      try {
        return Reflect.apply(method, response, args);
      } catch {
        response.destroy();
        return response;
      }
    });
  }
}
