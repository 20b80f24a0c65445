import { adverseActionJobs } from './capabilities/adverse-actions/jobs.js';
import { importJobs } from './capabilities/bulk-import/jobs.js';
import { invitationJobs } from './capabilities/invitations/jobs.js';
import { reportJobs } from './capabilities/reports/jobs.js';
import { verificationJobs } from './capabilities/verifications/jobs.js';

/** The due work of every capability but the webhooks, which need the sender. */
export const capabilityJobs = {
  ...verificationJobs,
  ...invitationJobs,
  ...reportJobs,
  ...adverseActionJobs,
  ...importJobs,
};
