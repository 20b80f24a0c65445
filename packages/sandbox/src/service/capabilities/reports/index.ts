// What others may use of this capability.

export { adjudicationDecisions, adjudicationStates } from './adjudication-states.js';
export { disputeReport, endDispute } from './dispute-report.js';
export { reportJobs } from './jobs.js';
export { reportOperations } from './operations.js';
export { orderReport } from './order-report.js';
export { outcomeOfName } from './outcome-of-name.js';
export { adjudicationRecords, checksOfReport, type ReportRow, reportRecords } from './records.js';
export { startReadyReports } from './start-report.js';
export type { CheckStatus, ReportStatus } from './states.js';
export { Report, reportToWire } from './wire.js';
