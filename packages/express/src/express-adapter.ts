import { type Adapter, isBytes } from '@screening-webhooks/core/adapter';
import { nodeDelivery, sendAck } from '@screening-webhooks/core/node';
import type { Request, Response } from 'express';
import { containErrors } from './contain-errors.js';

/** What handlers and resolvers get as `framework`. */
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
  answer(ack, req, res) {
    try {
      sendAck(req, res, ack);
    } catch (error) {
      containErrors(res);
      throw error;
    }
  },
};
