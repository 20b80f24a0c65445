export { adjudicationDecisions, adjudicationStates } from './adjudication-states.js';
export { disputeReport, endDispute, waitingReports } from './end-report.js';
export { reportEndings, reportJobs } from './jobs.js';
export { reportOperations } from './operations.js';
export { outcomeOfName } from './outcomes.js';
export {
  adjudicationRecords,
  checksOfReport,
  type ReportCheck,
  type ReportRow,
  reportRecords,
} from './records.js';
export { orderReport, startReadyReports } from './run-report.js';
export type { CheckStatus } from './states.js';
export { Report, reportToWire, reportWithObjects } from './wire.js';
