import type { Ack } from '@screening-webhooks/core';
import { sendAck } from '@screening-webhooks/core/node';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Answers through `reply`, so that onSend hooks see the answer and may set headers. Writes nothing when something else has
 * answered or when the sender is gone. An async handler returns what it returns.
 */
export function answer(ack: Ack, { raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A request of inject() has no `complete`.
  const complete = raw.complete || raw.readableEnded;
  const answered = reply.sent || reply.raw.headersSent || reply.raw.destroyed;
  if (complete && !answered) {
    // Bytes: to the type of a text, Fastify adds a charset that JSON does not have (RFC 8259 section 11).
    return reply.code(ack.status).headers(ack.headers).send(Buffer.from(ack.body));
  }
  reply.hijack();
  if (answered) return reply;
  // The rest of the body is still on its way. Fastify would end the answer and leave the connection to a body that nobody
  // reads, or that has no end; sendAck drains it or closes. Only here do onSend hooks not run.
  keepHeaders(reply);
  sendAck(raw, reply.raw, ack);
  return reply;
}

/** Hands over the headers that hooks have set: Fastify would write them with its own answer. */
function keepHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}
