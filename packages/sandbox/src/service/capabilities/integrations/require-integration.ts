import { and, eq } from 'drizzle-orm';
import { integrations } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { archivedProblem } from '../../http/archivable.js';
import { found } from '../../http/find.js';
import { validationProblem } from '../../http/problem.js';
import { inScope, type Scope } from '../../kernel/scope.js';

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
