// What others may use of this capability.

export { catalogOperations, sourceToWire } from './catalog-operations.js';
export { checkFields, missingParts } from './check-document.js';
export { createVerification } from './create-verification.js';
export { DocumentFields } from './document-form/document-fields.js';
export { nothingEntered, summaryOf } from './document-form/entered-document.js';
export {
  documentErrors,
  keepDocument,
  readDocument,
  type SentDocument,
} from './document-form/read-document.js';
export { documentWebhooks } from './document-webhooks.js';
export { fileOperations } from './file-operations.js';
export { type FileUrls, fileUrls } from './file-url.js';
export { finishVerification, type VerificationEnd } from './finish-verification.js';
export { verificationJobs } from './jobs.js';
export { knownConfigs } from './known-configs.js';
export { verificationOperations } from './operations.js';
export { type DocumentConfiguration, verificationRecords } from './records.js';
export { sampleEvent } from './sample-event.js';
export { serveFiles } from './serve-file.js';
export { sessionOperations } from './session-operations.js';
export { serveSession } from './session-page/serve-session.js';
export { sourceAvailabilities } from './source-availability.js';
export type { VerificationStatus } from './states.js';
export { verificationToWire } from './to-wire.js';
export { CreateVerification } from './wire.js';
