import { adverseActionJobs } from './capabilities/adverse-actions/index.js';
import { importJobs } from './capabilities/bulk-import/index.js';
import { invitationJobs } from './capabilities/invitations/index.js';
import { reportJobs } from './capabilities/reports/index.js';
import { verificationJobs } from './capabilities/verifications/index.js';

/** The due work of every capability but the webhooks, which need the sender. */
export const capabilityJobs = {
  ...verificationJobs,
  ...invitationJobs,
  ...reportJobs,
  ...adverseActionJobs,
  ...importJobs,
};
