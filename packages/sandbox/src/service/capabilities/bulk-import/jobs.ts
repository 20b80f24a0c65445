import { objectJob } from '../../engine/run-job.js';
import { importRecords } from './records.js';
import { runCommit } from './run-commit.js';
import { runValidation } from './run-validation.js';

export const importJobs = {
  import_validation: objectJob(importRecords, runValidation),
  import_commit: objectJob(importRecords, runCommit),
};
