import { type Handlers, PermanentError } from '@screening-webhooks/core';
import { z } from 'zod';
import type { OrderResult, Orders } from './orders.js';

/** What this app puts into `metadata` when it creates a verification. */
export const orderMetadata = z.object({ orderId: z.string() });

/** Finishes the order that a verification was created for. */
export function screeningHandlers(
  orders: Orders,
): Handlers<unknown, { metadata: typeof orderMetadata }> {
  async function finish(orderId: string, result: OrderResult): Promise<void> {
    // Storage that fails throws, and the service delivers again. An order that is gone will not be back by then.
    if (!(await orders.finish(orderId, result))) {
      throw new PermanentError(`there is no order ${orderId}`);
    }
  }

  return {
    'document_verification.completed': ({ data }) => finish(data.metadata.orderId, 'verified'),
    // Not a failure: there is no source to ask, so a person has to look at the files.
    'document_verification.recorded': ({ data }) => finish(data.metadata.orderId, 'in_review'),
    'document_verification.failed': ({ data }) => finish(data.metadata.orderId, 'not_verified'),
  };
}
