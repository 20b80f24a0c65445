import type { Sql } from '../../../db/sql.js';
import { localTime } from '../../../kernel/calendar/days.js';
import type { Brand } from '../../../pages/page.js';
import { findTenant } from '../../tenants/index.js';
import { type Finding, listNamedChecks, pickChosen, toFindings } from '../notices.js';
import { type AdverseActionRow, findForCandidate } from '../records.js';
import { type AdverseActionPhase, adverseActionPhase } from '../states.js';

interface ShownFinding extends Finding {
  /** Its position in the action, which never changes, so that the page does not have its id. */
  readonly value: string;
}

/** The facts that the page of an adverse action shows. */
export interface DisputeView {
  readonly action: AdverseActionRow;
  readonly phase: AdverseActionPhase;
  readonly brand: Brand;
  /** The facility does not use the service any more, or may not. The agency still takes disputes. */
  readonly isInactive: boolean;
  /** The findings that the action is based on. */
  readonly findings: readonly ShownFinding[];
  /** A time as the candidate reads it. */
  show(time: Date): string;
}

export async function disputeView(sql: Sql, id: string): Promise<DisputeView | undefined> {
  const action = await findForCandidate(sql, id);
  if (!action) return undefined;
  const { name, brandColor, status, timeZone } = await findTenant(sql, action.tenantId);
  const checks = await listNamedChecks(sql, action.reportId);
  return {
    action,
    phase: adverseActionPhase(action),
    brand: { name, color: brandColor },
    isInactive: status !== 'active',
    findings: pickChosen(toFindings(checks), action).map((finding) => ({
      ...finding,
      value: String([...action.recordIds, ...action.checkIds].indexOf(finding.id) + 1),
    })),
    show: (time) => localTime(time, timeZone),
  };
}
