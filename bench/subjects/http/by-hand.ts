import type { IncomingMessage } from 'node:http';
import Stripe from 'stripe';
import { verifyByHand } from '../by-hand.js';
import { secret } from '../delivery-of-size.js';

/** The number of ids that every receiver remembers: fewer than a corpus has, so that each delivery is a new event. */
export const REMEMBERED = 300;

/** The answer of a receiver by hand. */
export interface Verdict {
  readonly status: number;
  readonly outcome: string;
}

type Receive = (body: Buffer, header: string | undefined) => Promise<Verdict>;

const REFUSED: Verdict = { status: 400, outcome: 'rejected' };
const MAX_BODY = 1_048_576;
const { webhooks } = new Stripe('sk_test_not_a_key');

/** A receiver without a library: MAC, window, JSON, ids in a Set, the handler. It has no claims and no deadline. */
export function receiverByHand(): Receive {
  return receiver(verifyByHand());
}

/** The same, verified by stripe, whose signatures have the same scheme. */
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

/** The handler of every receiver. It does nothing. */
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
