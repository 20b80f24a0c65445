import type { EventEnvelope } from '@screening-webhooks/core';
import { quotedTable, withTable } from './claims-table.js';
import { isRecord, rowsOf } from './sql/rows.js';

const FOURTEEN_DAYS = 14 * 24 * 60 * 60 * 1000;

/** Options of {@link recordEffect}. */
export interface EffectOptions {
  /** The store's table: `name` or `schema.name`. Default `screening_webhook_claims`. */
  readonly table?: string;
  /**
   * What an effect is the effect of, within the event's integration. Default: the event's id. With reconciliation, give
   * `resultId` of the core, so that a result that comes by webhook and by poll has one effect.
   */
  readonly key?: (event: EventEnvelope) => string;
  /** Tells effects of one event apart: one per handler, where several handle it. Default none. */
  readonly name?: string;
  /**
   * Milliseconds that the effect is remembered. Longer than a retry or a replay may come after the first run: more than
   * the receiver's or the inbox's `retention`. Default 14 days.
   */
  readonly retention?: number;
}

/**
 * Writes down, in the transaction that `query` runs in, that the effects of an event are part of it. False: they were
 * committed before, so do nothing. While another transaction is at the same event, it waits for how that one ends.
 */
export async function recordEffect(
  query: (text: string, values: [key: string, retention: number]) => Promise<unknown>,
  event: EventEnvelope,
  { table, key, name, retention = FOURTEEN_DAYS }: EffectOptions = {},
): Promise<boolean> {
  const statement = query(statementOn(quotedTable(table)), [
    effectKey(event, key, name),
    retention,
  ]);
  return rowsOf(await withTable(table, statement)).length > 0;
}

/** The key of an effect's row. */
function effectKey(event: EventEnvelope, key: EffectOptions['key'], name = ''): string {
  const { data } = event;
  const integration = isRecord(data) ? data['integrationId'] : undefined;
  return `effect:${name}:${typeof integration === 'string' ? integration : ''}:${key ? key(event) : event.id}`;
}

function statementOn(table: string): string {
  return `
    INSERT INTO ${table} AS held (key, owner, done, expires_at)
    VALUES ($1, '', true, clock_timestamp() + $2::float8 * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at
      WHERE held.expires_at <= clock_timestamp()
    RETURNING true`;
}
