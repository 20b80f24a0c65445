import * as tables from '../../db/schema/index.js';
import { type RowOf, tenantResource } from '../../http/resource.js';
import type { InvitationStatus } from './states.js';

export const invitationRecords = tenantResource(tables.invitations, 'invitation');
export type InvitationRow = RowOf<typeof tables.invitations>;

/** The status at a time: an invitation has expired even if the job that says so has not run yet. */
export function statusAt({ status, expiresAt }: InvitationRow, now: Date): InvitationStatus {
  const isOpen = status === 'pending' || status === 'opened';
  return isOpen && expiresAt <= now ? 'expired' : status;
}
