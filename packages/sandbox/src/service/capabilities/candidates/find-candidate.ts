import { candidates } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import { idInTenant, type Scope } from '../../kernel/scope.js';
import type { CandidateRow } from './to-wire.js';

/** @throws Problem 404 when the tenant has no such candidate. */
export async function findCandidate(sql: Sql, scope: Scope, id: string): Promise<CandidateRow> {
  const where = idInTenant(candidates, scope, id);
  const rows = await sql.select().from(candidates).where(where);
  return found(rows, 'candidate', id);
}

/** The same, and nobody else changes it until the transaction ends. @throws Problem 404 */
export async function lockCandidate(tx: Sql, scope: Scope, id: string): Promise<CandidateRow> {
  const where = idInTenant(candidates, scope, id);
  const rows = await tx.select().from(candidates).where(where).for('update');
  return found(rows, 'candidate', id);
}
