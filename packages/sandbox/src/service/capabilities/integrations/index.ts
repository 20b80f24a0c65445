export { createIntegration } from './create-integration.js';
export { integrationOperations } from './operations.js';
export {
  addKeyId,
  integrationRecords,
  removeKeyId,
  removeKeyIds,
  requireIntegration,
  selectDefaultIntegration,
  shareChosenIntegration,
} from './records.js';
export type { IntegrationStatus } from './states.js';
export { RelatedIntegration } from './wire.js';
