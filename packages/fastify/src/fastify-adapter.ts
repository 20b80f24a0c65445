import type { Adapter } from '@screening-webhooks/core/adapter';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answer } from './answer.js';
import { fastifyDelivery } from './fastify-delivery.js';

/** The `framework` that handlers and resolvers get. */
export interface FastifyFramework {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Where requests, contexts and answers are in Fastify. */
export const fastifyAdapter: Adapter<
  [request: FastifyRequest, reply: FastifyReply],
  FastifyFramework,
  FastifyReply
> = {
  delivery: fastifyDelivery,
  context: (request, reply) => ({ framework: { request, reply } }),
  answer,
};
