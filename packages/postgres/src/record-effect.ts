import { type EventEnvelope, RetryLater } from '@screening-webhooks/core';
import {
  checkNames,
  escapeKeyPart,
  escapeLastPart,
  isRecord,
} from '@screening-webhooks/core/store-kit';
import { explainMissingTable, quotedTable } from './claims-table.js';
import { resultRows } from './sql/result-rows.js';

const FOURTEEN_DAYS = 14 * 24 * 60 * 60 * 1000;

/** Options of {@link recordEffect}. */
export interface EffectOptions {
  /** The store's table: `name` or `schema.name`. Default `screening_webhook_claims`. */
  readonly table?: string;
  /**
   * Identifies the effect within the event's integration. Default: the event's id. With reconciliation, pass `resultId`
   * of the core, so that a result received both by webhook and by poll has one effect.
   */
  readonly key?: (event: EventEnvelope) => string;
  /** Distinguishes several effects of one event, such as those of two handlers. Default: empty. */
  readonly name?: string;
  /**
   * Milliseconds that the effect is remembered. Must exceed the time after which a retry or a replay can still arrive, so
   * more than the `retention` of the receiver and of the inbox. Default 14 days.
   */
  readonly retention?: number;
}

/**
 * Another transaction is recording the same effect and has not ended. As a {@link RetryLater}, it is answered 503, and the
 * sender or the inbox delivers the event again.
 */
export class EffectInProgressError extends RetryLater {
  override message = 'Another run of this event has not ended its transaction yet.';

  constructor() {
    super({ after: 1 });
    this.name = 'EffectInProgressError';
  }
}

/**
 * Records, in the transaction that `query` runs in, that this transaction contains the effects of the event. Resolves with
 * false when an earlier transaction has committed them: then do nothing. It does not wait for another transaction that is
 * recording the same effect.
 *
 * @throws EffectInProgressError when another transaction is recording the same effect.
 * @throws TypeError when `table` is malformed or `query` does not resolve with the rows; Error naming the fix when the
 * table is missing.
 */
export async function recordEffect(
  query: (text: string, values: [key: string, retention: number]) => Promise<unknown>,
  event: EventEnvelope,
  options: EffectOptions = {},
): Promise<boolean> {
  const names = { table: true, key: true, name: true, retention: true } as const;
  checkNames(options, names, 'recordEffect');
  return recordOnce(query, event, options);
}

/** {@link recordEffect}, with options that were checked before. */
export async function recordOnce(
  query: Parameters<typeof recordEffect>[0],
  event: EventEnvelope,
  { table, key, name, retention = FOURTEEN_DAYS }: EffectOptions,
): Promise<boolean> {
  const statement = query(insertEffect(quotedTable(table)), [
    effectKey(event, key, name),
    retention,
  ]);
  const [row] = resultRows(await explainMissingTable(table, statement));
  if (typeof row?.['recorded'] !== 'boolean') {
    throw new TypeError('query: expected it to resolve with the rows of the statement.');
  }
  if (row['free'] !== true) throw new EffectInProgressError();
  return row['recorded'];
}

function effectKey(event: EventEnvelope, key: EffectOptions['key'], name = ''): string {
  const { data } = event;
  const integration = isRecord(data) ? data['integrationId'] : undefined;
  const parts = [name, typeof integration === 'string' ? integration : ''].map(escapeKeyPart);
  // The claims of receivers share the table. In their keys, a percent sign is always part of an escape.
  return `%effect:${parts.join(':')}:${escapeLastPart(key ? key(event) : event.id)}`;
}

// Without the advisory lock, the INSERT would wait for the other transaction and hold a connection meanwhile.
function insertEffect(table: string): string {
  return `
    WITH attempt AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(hashtextextended('screening-webhooks ${table} ' || $1::text, 0)) AS free
    ), recorded AS (
      INSERT INTO ${table} AS existing (key, owner, done, expires_at)
      SELECT $1::text, '', true, clock_timestamp() + $2::float8 * interval '1 millisecond'
      FROM attempt WHERE free
      ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at
        WHERE existing.expires_at <= clock_timestamp()
      RETURNING true
    )
    SELECT free, EXISTS (SELECT FROM recorded) AS recorded FROM attempt`;
}
