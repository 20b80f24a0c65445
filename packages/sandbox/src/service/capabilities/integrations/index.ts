export { integrationOperations } from './operations.js';
export {
  addKeyId,
  createIntegration,
  integrationRecords,
  removeKeyId,
  removeKeyIds,
  requireIntegration,
  selectDefaultIntegration,
  shareChosenIntegration,
} from './records.js';
export type { IntegrationStatus } from './states.js';
export { RelatedIntegration } from './wire.js';
