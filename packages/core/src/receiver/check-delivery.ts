import type { Delivery } from '../pipeline/delivery.js';
import { wrongRequest } from '../requests/wrong-request.js';

/** @throws TypeError for a request that no adapter has described, naming the function for it. */
export function checkDelivery(delivery: Partial<Delivery> | undefined): void {
  if (typeof delivery?.header !== 'function' || typeof delivery.readBody !== 'function') {
    throw wrongRequest('a Delivery', delivery);
  }
}
