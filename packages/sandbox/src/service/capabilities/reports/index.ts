// What others may use of this capability.

export { adjudicationDecisions, adjudicationStates } from './adjudication-states.js';
export { checksOfReport } from './checks-of-reports.js';
export { disputeReport } from './dispute-report.js';
export { endDispute } from './end-dispute.js';
export { relatedToReport } from './included-objects.js';
export { reportJobs } from './jobs.js';
export { reportOperations } from './operations.js';
export { orderReport } from './order-report.js';
export { outcomeOfName } from './outcome-of-name.js';
export { type ReportRow, reportRecords } from './records.js';
export { startReadyReports } from './start-report.js';
export type { CheckStatus, ReportStatus } from './states.js';
export { reportToWire } from './to-wire.js';
export { Report } from './wire.js';
