import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fixture, type SignedDelivery, sign } from '@screening-webhooks/testing';

export const SECRET = 'whsec_frameworks';

/** A delivery whose bytes do not survive decoding to text, parsing or re-serialising. */
export async function delivery(id: string, metadata = {}): Promise<SignedDelivery> {
  const event = fixture('document_verification.completed', {
    id,
    data: { externalId: 'Zoë 看護師 🩺', metadata },
  });
  const text = JSON.stringify(event, null, 2).replaceAll('\n', '\r\n').replace('{', '{"n":1.0,');
  return sign(`\uFEFF${text}`, { secret: SECRET });
}

/** An answer: its status, and its body as JSON. */
export type Answer = readonly [status: number | undefined, body: unknown];

export async function answerOf(response: Response): Promise<Answer> {
  return [response.status, JSON.parse(await response.text())];
}

/** Delivers to a server that listens: a body above a megabyte in chunks, so that only who reads it knows its length. */
export async function post(
  server: Server,
  path: string,
  { headers, body }: Pick<SignedDelivery, 'headers' | 'body'>,
): Promise<Answer> {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = body.length > 1_048_576 ? new Blob([body]).stream() : body;
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers,
    body: sent,
    duplex: 'half',
  };
  return answerOf(await fetch(`http://localhost:${port}${path}`, init));
}
