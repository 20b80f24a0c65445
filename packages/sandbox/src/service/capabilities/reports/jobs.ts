import { commandJob } from '../../engine/run-job.js';
import { runCheckResult } from './run-check-result.js';
import { runSuspensionExpiry } from './suspend-report.js';

/** The due work of reports. */
export const reportJobs = {
  check_result: commandJob(runCheckResult),
  suspension_expiry: commandJob(runSuspensionExpiry),
};
