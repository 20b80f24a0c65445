import { and, eq } from 'drizzle-orm';
import { archivedProblem } from '../api/archivable.js';
import { found } from '../api/find.js';
import { validationProblem } from '../api/problem.js';
import { integrations } from '../store/schema/index.js';
import { inScope, type Scope } from '../store/scope.js';
import type { Sql } from '../store/sql.js';

/**
 * The integration that an object is created for: the one that is asked for, or else the one of the key.
 *
 * @throws Problem when neither names one, or the caller may not use it.
 */
export async function requireIntegration(
  sql: Sql,
  scope: Scope,
  requested: string | undefined,
): Promise<string> {
  const id = requested ?? scope.integrationId;
  if (id === null) {
    const message = 'is required, because this key belongs to no integration';
    throw validationProblem([{ param: 'integrationId', code: 'required', message }]);
  }
  const { tenantId, id: integrationId, status } = integrations;
  const rows = await sql
    .select({ id: integrationId, status })
    .from(integrations)
    .where(and(inScope({ tenantId, integrationId }, scope), eq(integrationId, id)))
    // It is not archived until the object is there.
    .for('share');
  const integration = found(rows, 'integration', id);
  if (integration.status === 'archived') throw archivedProblem('integration');
  return integration.id;
}
