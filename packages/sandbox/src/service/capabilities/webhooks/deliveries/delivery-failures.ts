import type { z } from 'zod';
import type { Sql } from '../../../db/sql.js';
import type { WireOf } from '../../../http/wire.js';
import type { Scope } from '../../../kernel/command.js';
import { findCause } from '../diagnosis/find-cause.js';
import { selectFailures } from './failure-records.js';
import type { PeriodFilter, WebhookDeliveryFailures } from './wire.js';

/** Groups the deliveries that have not arrived by endpoint and cause. */
export async function deliveryFailures(
  sql: Sql,
  scope: Scope,
  { endpointId, createdAfter, createdBefore }: z.output<typeof PeriodFilter>,
): Promise<WireOf<typeof WebhookDeliveryFailures>> {
  const rows = await selectFailures(sql, scope, {
    endpointId,
    createdAfter: createdAfter === undefined ? undefined : new Date(createdAfter),
    createdBefore: createdBefore === undefined ? undefined : new Date(createdBefore),
  });
  return {
    failures: rows.map(({ attempt, cause, ...group }) => ({
      ...group,
      cause: { ...findCause(attempt), code: cause },
    })),
  };
}
