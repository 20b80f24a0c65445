import { objectJob } from '../../engine/run-job.js';
import { reportRecords } from './records.js';
import { runCheckResult } from './run-check-result.js';
import { runSuspensionExpiry } from './suspend-report.js';

/** The due work of reports. */
export const reportJobs = {
  check_result: objectJob(reportRecords, runCheckResult),
  suspension_expiry: objectJob(reportRecords, runSuspensionExpiry),
};
