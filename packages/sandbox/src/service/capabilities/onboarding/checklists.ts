import type { ReadContext } from '../../http/operation.js';
import { toWire } from '../../http/wire.js';
import { rolesById } from '../roles/index.js';
import { findTenant } from '../tenants/index.js';
import { type EvaluatedRequirement, evaluate, onboardingStatus } from './evaluate.js';
import { loadEvidence, type OnboardingRow } from './records.js';
import { Onboarding } from './wire.js';

/** Shows onboardings, each with its checklist as it is now. It takes four queries, however many there are. */
export async function withChecklists(
  { sql, scope, now }: Pick<ReadContext, 'sql' | 'scope' | 'now'>,
  rows: readonly OnboardingRow[],
) {
  if (rows.length === 0) return [];
  const { timeZone } = await findTenant(sql, scope.tenantId);
  const roles = await rolesById(sql, scope, [...new Set(rows.map(({ roleId }) => roleId))]);
  const candidateIds = [...new Set(rows.map(({ candidateId }) => candidateId))];
  const evidence = await loadEvidence(sql, scope, candidateIds);
  return rows.map((row) => {
    const requirements = evaluate(
      roles.get(row.roleId)?.requirements ?? [],
      { workState: row.workState, timeZone, now },
      evidence.get(row.candidateId) ?? [],
    );
    return toWire(Onboarding, { ...row, status: onboardingStatus(requirements), requirements });
  });
}

/** A requirement as the row of an import stores it. */
export function requirementToWire({ expiresAt, ...requirement }: EvaluatedRequirement) {
  return { ...requirement, expiresAt: expiresAt?.toISOString() ?? null };
}
