import type { Sql } from '../../../db/sql.js';
import { fitting } from '../../../http/paging.js';
import type { WireOf } from '../../../http/wire.js';
import type { Scope } from '../../../kernel/command.js';
import { only } from '../../../kernel/lists.js';
import { limits } from '../../../limits/limits.js';
import { diagnose } from '../diagnosis/diagnose.js';
import { selectEndpoint } from '../endpoints/records.js';
import { lastAttempts, readBody, shownDeliveries } from './records.js';
import { attemptToWire, deliveryToWire, type WebhookDeliveryWithAttempts } from './wire.js';

/** Reads a delivery with its last attempts. @throws Problem 404 when the principal has no such delivery. */
export async function readDelivery(
  sql: Sql,
  scope: Scope,
  id: string,
): Promise<WireOf<typeof WebhookDeliveryWithAttempts>> {
  const row = await shownDeliveries.find(sql, scope, id);
  const attempts = await lastAttempts(sql, id, limits.shownAttempts.most, 'all');
  const body = await readBody(sql, row);
  const endpoint = only(await selectEndpoint(sql, row.endpointId));
  const shown = [];
  for (const attempt of attempts) {
    shown.push(attemptToWire(attempt, await diagnose(attempt, endpoint, body)));
  }
  return {
    ...deliveryToWire(row),
    requestBody: new TextDecoder().decode(body),
    attempts: fitting(shown).reverse(),
  };
}
