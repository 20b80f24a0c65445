import type { Sql } from '../../../db/sql.js';
import { fitting } from '../../../http/paging.js';
import type { WireOf } from '../../../http/wire.js';
import type { Scope } from '../../../kernel/command.js';
import { limits } from '../../../limits/limits.js';
import { lastAttempts } from './attempt-records.js';
import { readBody, shownDeliveries } from './records.js';
import { attemptToWire, deliveryToWire, type WebhookDeliveryWithAttempts } from './wire.js';

/** Reads a delivery with its last attempts. @throws Problem 404 when the principal has no such delivery. */
export async function readDelivery(
  sql: Sql,
  scope: Scope,
  id: string,
): Promise<WireOf<typeof WebhookDeliveryWithAttempts>> {
  const row = await shownDeliveries.find(sql, scope, id);
  const attempts = await lastAttempts(sql, id, limits.shownAttempts.most, 'all');
  return {
    ...deliveryToWire(row),
    requestBody: new TextDecoder().decode(await readBody(sql, row)),
    attempts: fitting(attempts.map(attemptToWire)).reverse(),
  };
}
