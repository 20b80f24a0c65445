import { objectJob } from '../../engine/job-handlers.js';
import { isAllowed } from '../../http/state-machine.js';
import { invitationRecords } from './records.js';
import { invitationStates } from './states.js';

export const invitationEndings = { invitation_expiry: 'park' } as const;

export const invitationJobs = {
  /** Expires an invitation whose time has come, unless it has ended. */
  invitation_expiry: objectJob(invitationRecords, async (command, row) => {
    if (!isAllowed(invitationStates, 'expire', row)) return;
    await invitationRecords.act(command, 'expire', row, {});
  }),
};
