import { and, asc, eq, inArray, sql as raw } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type RowOf, tenantResource, withStates } from '../../http/resource.js';
import { inTenant, type Scope, type ScopedCommand } from '../../kernel/command.js';
import { updateRows } from '../../kernel/update-rows.js';
import { candidateStates } from './states.js';

export const candidateRecords = withStates(
  tenantResource(tables.candidates, 'candidate'),
  candidateStates,
);
export type CandidateRow = RowOf<typeof tables.candidates>;

const { firstName, lastName, email, externalId } = tables.candidates;

export const searchedTexts = [raw`${firstName} || ' ' || ${lastName}`, email, externalId];

/** Locks the candidates of the tenant that have these ids. Returns them by id. */
export async function lockNamedCandidates(
  tx: Sql,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CandidateRow>> {
  const { candidates } = tables;
  const rows = await tx
    .select()
    .from(candidates)
    .where(and(inTenant(candidates, scope), inArray(candidates.id, [...ids])))
    .orderBy(asc(candidates.seq))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

export async function setRole(
  command: ScopedCommand,
  roleId: string,
  candidateIds: readonly string[],
): Promise<void> {
  const { candidates } = tables;
  await updateRows(command, candidates, { roleId }).where(
    and(inTenant(candidates, command.scope), inArray(candidates.id, [...candidateIds])),
  );
}

/** The id of a report of the candidate that has not ended. `reports` imports this folder, so the query is here. */
export async function openReportId(
  { tx, scope }: ScopedCommand,
  candidateId: string,
): Promise<string | undefined> {
  const { reports } = tables;
  const isOpen = inArray(reports.status, ['pending', 'in_progress', 'suspended', 'disputed']);
  const [open] = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(and(inTenant(reports, scope), eq(reports.candidateId, candidateId), isOpen))
    .limit(1);
  return open?.id;
}
