// For development: why a delivery was refused. Nothing in the receiver imports it, so no production bundle has it.
export type { ExplainCause, Finding } from './causes.js';
export { type DeliveryToExplain, type Explanation, explainDelivery } from './explain-delivery.js';
