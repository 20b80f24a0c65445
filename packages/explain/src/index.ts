// The public API, listed by hand.
export type { ExplainCause } from './diagnosis.js';
export {
  type DeliveryToExplain,
  type Explanation,
  explainDelivery,
  isGenuine,
} from './explain-delivery.js';
export type { Finding } from './finding.js';
