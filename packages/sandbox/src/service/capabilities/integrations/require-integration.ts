import type { Sql } from '../../db/sql.js';
import { archivedProblem } from '../../http/archivable.js';
import { validationProblem } from '../../http/problem.js';
import type { Scope } from '../../kernel/scope.js';
import { integrationRecords } from './records.js';

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
  // It is not archived until the object is there.
  const integration = await integrationRecords.share(sql, scope, id);
  if (integration.status === 'archived') throw archivedProblem('integration');
  return integration.id;
}
