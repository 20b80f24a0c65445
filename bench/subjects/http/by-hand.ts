import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Stripe from 'stripe';
import { secret } from '../delivery-of-size.js';

/** So many ids are remembered by every receiver: fewer than a corpus has, so that each delivery is a new event. */
export const REMEMBERED = 300;

/** What a receiver by hand says of a delivery. */
export interface Verdict {
  readonly status: number;
  readonly outcome: string;
}

type Receive = (body: Buffer, header: string | undefined) => Promise<Verdict>;

const REFUSED: Verdict = { status: 400, outcome: 'rejected' };
const TOLERANCE = 300;
const MAX_BODY = 1_048_576;
const { webhooks } = new Stripe('sk_test_not_a_key');

/** What a careful engineer writes without a library: MAC, window, JSON, ids in a Set, the handler. No claims, no deadline. */
export function receiverByHand(): Receive {
  const key = createSecretKey(secret, 'utf8');
  return receiver((body, header) => {
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
    if (t === undefined || v1 === undefined) return undefined;
    const mac = createHmac('sha256', key).update(`${t}.`).update(body).digest();
    if (!timingSafeEqual(mac, Buffer.from(v1, 'hex'))) return undefined;
    if (Math.abs(Date.now() / 1000 - Number(t)) > TOLERANCE) return undefined;
    return JSON.parse(body.toString());
  });
}

/** The same, with the peer that has the same scheme for the signature. */
export function receiverWithStripe(): Receive {
  return receiver((body, header) => {
    try {
      return webhooks.constructEvent(body, header, secret);
    } catch {
      return undefined;
    }
  });
}

function receiver(
  verify: (body: Buffer, header: string) => { readonly id: string } | undefined,
): Receive {
  const done = new Set<string>();
  return async (body, header) => {
    const event = header === undefined ? undefined : verify(body, header);
    if (!event) return REFUSED;
    if (done.has(event.id)) return { status: 200, outcome: 'duplicate' };
    await handler(event);
    done.add(event.id);
    const [oldest] = done;
    if (done.size > REMEMBERED && oldest !== undefined) done.delete(oldest);
    return { status: 200, outcome: 'processed' };
  };
}

/** Does nothing, for every receiver. */
export async function handler(_event: unknown): Promise<void> {}

/** The exact bytes of a request, up to a limit. */
export function readByHand(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY) request.destroy(new Error('The body is too large.'));
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}
