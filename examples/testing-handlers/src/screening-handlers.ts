import { type Handlers, PermanentError } from '@screening-webhooks/core';
import { z } from 'zod';
import type { OrderResult, Orders } from './orders.js';

/** The `metadata` that this app sends when it creates a verification. */
export const orderMetadata = z.object({ orderId: z.string() });

/** Handlers that finish the order of a verification. */
export function screeningHandlers(
  orders: Orders,
): Handlers<unknown, { metadata: typeof orderMetadata }> {
  async function finish(orderId: string, result: OrderResult): Promise<void> {
    // A storage error fails the delivery, and the service retries. A retry cannot help for a deleted order.
    if (!(await orders.finish(orderId, result))) {
      throw new PermanentError(`there is no order ${orderId}`);
    }
  }

  return {
    'document_verification.completed': ({ data }) => finish(data.metadata.orderId, 'verified'),
    // Not a failure: no source can verify the document, so that a person has to review the files.
    'document_verification.recorded': ({ data }) => finish(data.metadata.orderId, 'in_review'),
    'document_verification.failed': ({ data }) => finish(data.metadata.orderId, 'not_verified'),
  };
}
