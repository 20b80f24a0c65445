import type { IncomingMessage } from 'node:http';
import {
  createVerifier,
  type Delivery,
  type Rejection,
  type VerifyResult,
} from '@screening-webhooks/core';
import { isBytes } from '@screening-webhooks/core/adapter';
import { isUnread, nodeDelivery } from '@screening-webhooks/core/node';
import type { ScreeningWebhooksOptions } from './screening-webhooks-options.js';

/** The options that say how a body is read. */
export type ReadOptions = Pick<ScreeningWebhooksOptions, 'ackTimeout' | 'maxBodyBytes' | 'now'>;

/** A body that was read in front of the middleware, or the reason why it was refused. */
interface KeptBody {
  receivedAt: number;
  body: Uint8Array | Rejection;
}

const keptBodies = new WeakMap<IncomingMessage, KeptBody>();

/**
 * A function that reads the body of a signed delivery, and keeps it. It resolves with false when the delivery is refused; a request that
 * is not a delivery, or has been read, it leaves as it is.
 *
 * @throws TypeError for a malformed option.
 */
export function bodyKeeper(options: ReadOptions): (request: IncomingMessage) => Promise<boolean> {
  const { ackTimeout, maxBodyBytes, now = Date.now } = options;
  // Admits, counts and times a body as the receiver does. The secret may depend on the middleware, so it has none, and its verdict
  // is not used.
  const { verify } = createVerifier({
    secret: () => Promise.reject(new Error('The receiver verifies.')),
    observe: false,
    now,
    ...(ackTimeout !== undefined && { ackTimeout }),
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
  });

  return async (request) => {
    if (!isSigned(request) || !isUnread(request)) return true;
    const delivery = nodeDelivery(request, { fix: '' });
    const read: Partial<KeptBody> = {};
    const result = await verify({
      ...delivery,
      async readBody(limit) {
        read.receivedAt = now();
        read.body = await delivery.readBody(limit);
        return read.body;
      },
    });
    const { receivedAt, body } = read;
    // Refused before its body was read: the receiver says the same again.
    if (receivedAt === undefined) return false;
    const kept = body ?? rejectionOf(result);
    if (kept) keptBodies.set(request, { receivedAt, body: kept });
    return isBytes(kept);
  };
}

/** The delivery with the body that was kept, and the time of its arrival, if there are any. */
export function withKeptBody(delivery: Delivery, request: IncomingMessage): Delivery {
  const kept = keptBodies.get(request);
  if (!kept) return delivery;
  const { receivedAt, body } = kept;
  return { ...delivery, receivedAt, readBody: () => body };
}

function isSigned({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && headers['service-signature'] !== undefined;
}

/** A body that did not come in time has its rejection from the verifier. */
function rejectionOf(result: VerifyResult): Rejection | undefined {
  const outcome = result.ok ? undefined : result.ack.outcome;
  return outcome?.kind === 'rejected' ? outcome.rejection : undefined;
}
