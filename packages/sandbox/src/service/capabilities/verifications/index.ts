export { checkFields, missingParts } from './check-document.js';
export { createVerification, createVerifications } from './create-verification.js';
export { DocumentFields } from './document-form/document-fields.js';
export { nothingEntered, summarize } from './document-form/entered-document.js';
export {
  documentErrors,
  keepDocument,
  noRoom,
  readDocument,
  type SentDocument,
} from './document-form/read-document.js';
export { type FileUrls, fileUrls, refuseFileName, serveFiles } from './files.js';
export {
  finishVerifications,
  type VerificationEnd,
  waitingVerifications,
} from './finish-verification.js';
export { verificationEndings, verificationJobs } from './jobs.js';
export { documentWebhooks, verificationOperations } from './operations.js';
export {
  configsBySlug,
  type DocumentConfiguration,
  knownConfigs,
  listConfigs,
  sourceAvailabilities,
  verificationRecords,
} from './records.js';
export { sampleEvent } from './sample-event.js';
export { serveSession } from './session-page/serve-session.js';
export type { VerificationStatus } from './states.js';
export { CreateVerification, sourceToWire, verificationToWire } from './wire.js';
