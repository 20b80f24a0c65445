// What others may use of this capability.

export { createIntegration } from './create-integration.js';
export { selectDefaultIntegration } from './default-integration.js';
export { integrationOperations } from './operations.js';
export { integrationRecords } from './records.js';
export { requireIntegration } from './require-integration.js';
export type { IntegrationStatus } from './states.js';
export { integrationToWire } from './to-wire.js';
export { Integration } from './wire.js';
