import { commandJob } from '../../engine/run-job.js';
import { expireInvitation } from './expire-invitation.js';

/** The due work of invitations. */
export const invitationJobs = {
  invitation_expiry: commandJob(expireInvitation),
};
