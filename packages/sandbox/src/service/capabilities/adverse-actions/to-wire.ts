import type { z } from 'zod';
import type { ServiceUrls } from '../../kernel/service-urls.js';
import { type AdverseActionRow, isWaiting, phaseOf } from './states.js';
import type { AdverseAction } from './wire.js';

/** An adverse action as the API shows it. */
export function adverseActionToWire(
  row: AdverseActionRow,
  urls: ServiceUrls,
): z.input<typeof AdverseAction> {
  return {
    id: row.id,
    reportId: row.reportId,
    candidateId: row.candidateId,
    stage: row.stage,
    status: row.status,
    phase: phaseOf(row),
    recordIds: row.recordIds,
    checkIds: row.checkIds,
    waitingPeriodDays: row.waitingPeriodDays,
    preNoticeSentAt: row.preNoticeSentAt.toISOString(),
    finalNoticeEligibleAt: row.finalNoticeEligibleAt?.toISOString() ?? null,
    // It is kept during a dispute, and no notice is sent then.
    finalNoticeScheduledAt: (isWaiting(row) && row.finalNoticeScheduledAt?.toISOString()) || null,
    finalNoticeSentAt: row.finalNoticeSentAt?.toISOString() ?? null,
    dispute: row.dispute && {
      ...row.dispute,
      recordIds: [...row.dispute.recordIds],
      checkIds: [...row.dispute.checkIds],
    },
    disputeUrl: urls.hosted('dispute', row.id),
    canceledAt: row.canceledAt?.toISOString() ?? null,
    history: [...row.history],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
