import { commandJob } from '../../engine/run-job.js';
import { runCommit } from './run-commit.js';
import { runValidation } from './run-validation.js';

/** The due work of bulk imports. */
export const importJobs = {
  import_validation: commandJob(runValidation),
  import_commit: commandJob(runCommit),
};
