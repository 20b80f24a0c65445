import { adverseActionJobs } from './adverse-actions/jobs.js';
import { importJobs } from './bulk-import/jobs.js';
import { invitationJobs } from './invitations/jobs.js';
import { reportJobs } from './reports/jobs.js';
import { verificationJobs } from './verifications/jobs.js';

/** The due work of every capability but the webhooks, which need the sender. */
export const capabilityJobs = {
  ...verificationJobs,
  ...invitationJobs,
  ...reportJobs,
  ...adverseActionJobs,
  ...importJobs,
};
