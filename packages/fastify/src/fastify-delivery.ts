import type { IncomingMessage } from 'node:http';
import type { Delivery } from '@screening-webhooks/core';
import { isBytes } from '@screening-webhooks/core/adapter';
import { nodeDelivery } from '@screening-webhooks/core/node';
import type { FastifyRequest } from 'fastify';

const FIX =
  'In Fastify: no onRequest, preParsing, preValidation or preHandler hook may read the body of this route, nor may middleware of @fastify/express or @fastify/middie. Register such a hook in a plugin beside this one, or let it keep the exact bytes as a Buffer in request.rawBody. In NestJS: NestFactory.create(AppModule, { rawBody: true }).';

/** Where hooks, middleware and platforms leave what they have read. */
interface ReadBefore {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

/** A Fastify request as a delivery. */
export function fastifyDelivery(request: FastifyRequest & Pick<ReadBefore, 'rawBody'>): Delivery {
  return nodeDelivery(request.raw, {
    rawBody: () => {
      const { rawBody, body }: IncomingMessage & ReadBefore = request.raw;
      // A hook keeps the bytes on Fastify's request; middleware and Firebase know only Node's, and a parser for raw bodies
      // leaves them in `body`.
      return [request.rawBody, rawBody, body].find(isBytes);
    },
    fix: FIX,
  });
}
