import type { z } from 'zod';
import type { ServiceUrls } from '../../kernel/service-urls.js';
import type { InvitationRow } from './records.js';
import type { Invitation } from './wire.js';

/** An invitation as the API shows it. */
export function invitationToWire(
  row: InvitationRow,
  urls: ServiceUrls,
): z.input<typeof Invitation> {
  return {
    id: row.id,
    candidateId: row.candidateId,
    roleId: row.roleId,
    packageId: row.packageId,
    workState: row.workState,
    integrationId: row.integrationId,
    status: row.status,
    intakeUrl: urls.hosted('intake', row.id),
    redirectUrl: row.redirectUrl,
    expiresAt: row.expiresAt.toISOString(),
    openedAt: row.openedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    canceledAt: row.canceledAt?.toISOString() ?? null,
    reportId: row.reportId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
