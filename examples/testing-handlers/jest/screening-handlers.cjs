// The handlers of ../src/screening-handlers.ts, as they look in an app that is CommonJS and plain JavaScript.
const { PermanentError } = require('@screening-webhooks/core');

/**
 * Finishes the order that a verification was created for.
 *
 * @param {{ finish(orderId: unknown, result: string): Promise<boolean> }} orders
 * @returns {import('@screening-webhooks/core').Handlers}
 */
function screeningHandlers(orders) {
  async function finish(orderId, result) {
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

module.exports = { screeningHandlers };
