import type { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import type { Scope } from '../../kernel/scope.js';
import { rolesById } from '../roles/index.js';
import { findTenant } from '../tenants/index.js';
import type { OnboardingRow } from './create-onboarding.js';
import { type EvaluatedRequirement, evaluate, onboardingStatus } from './evaluate.js';
import { loadEvidence } from './load-evidence.js';
import type { Onboarding } from './wire.js';

/**
 * Onboardings as the API shows them, each with its checklist as it is now. It takes four queries, however many there are.
 */
export async function withChecklists(
  { sql, scope, now }: { readonly sql: Sql; readonly scope: Scope; readonly now: Date },
  rows: readonly OnboardingRow[],
): Promise<z.input<typeof Onboarding>[]> {
  if (rows.length === 0) return [];
  const { timeZone } = await findTenant(sql, scope.tenantId);
  const roles = await rolesById(sql, scope, [...new Set(rows.map(({ roleId }) => roleId))]);
  const candidateIds = [...new Set(rows.map(({ candidateId }) => candidateId))];
  const evidence = await loadEvidence(sql, scope, candidateIds);
  return rows.map((row) => {
    const { workState } = row;
    const requirements = evaluate(
      roles.get(row.roleId)?.requirements ?? [],
      { workState, timeZone, now },
      evidence.get(row.candidateId) ?? [],
    );
    return {
      id: row.id,
      candidateId: row.candidateId,
      roleId: row.roleId,
      workState,
      status: onboardingStatus(requirements),
      requirements: requirements.map(requirementToWire),
      invitationId: row.invitationId,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
}

/** A requirement as the API shows it. */
export function requirementToWire({ expiresAt, ...requirement }: EvaluatedRequirement) {
  return { ...requirement, expiresAt: expiresAt?.toISOString() ?? null };
}
