// The handlers of ../src/screening-handlers.ts in plain JavaScript, as CommonJS.
const { PermanentError } = require('@screening-webhooks/core');

/**
 * Finishes the order of a verification.
 *
 * @param {{ finish(orderId: unknown, result: string): Promise<boolean> }} orders
 * @returns {import('@screening-webhooks/core').Handlers}
 */
function screeningHandlers(orders) {
  async function finish(orderId, result) {
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

module.exports = { screeningHandlers };
