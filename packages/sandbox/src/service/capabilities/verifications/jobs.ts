import { commandJob } from '../../engine/run-job.js';
import { runSessionExpiry, runSourceAnswer, runSourceAttempt } from './run-source-jobs.js';

/** The due work of document verifications. */
export const verificationJobs = {
  source_attempt: commandJob(runSourceAttempt),
  source_answer: commandJob(runSourceAnswer),
  session_expiry: commandJob(runSessionExpiry),
};
