import type { Sql } from '../../../db/sql.js';
import type { WireOf } from '../../../http/wire.js';
import type { Scope } from '../../../kernel/command.js';
import { countAnswers } from './answer-records.js';
import type { WebhookEndpointStatistics } from './wire.js';

const DAY = 24 * 60 * 60 * 1000;

/** Tells how an endpoint answered in the last 24 hours and 7 days. */
export async function endpointStatistics(
  sql: Sql,
  scope: Scope,
  endpointId: string,
  now: Date,
): Promise<WireOf<typeof WebhookEndpointStatistics>> {
  const ofLast = (days: number) => {
    const from = new Date(now.getTime() - days * DAY);
    return countAnswers(sql, scope, { endpointId, from, to: now });
  };
  return { endpointId, to: now, last24Hours: await ofLast(1), last7Days: await ofLast(7) };
}
