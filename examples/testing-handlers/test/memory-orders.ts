import type { OrderResult, Orders } from '../src/orders.js';

/** Orders in memory with the given ids, and their results. */
export function memoryOrders(...ids: readonly string[]) {
  const results = new Map<string, OrderResult>();
  const orders: Orders = {
    async finish(orderId, result) {
      if (!ids.includes(orderId)) return false;
      results.set(orderId, result);
      return true;
    },
  };
  return { orders, results };
}
