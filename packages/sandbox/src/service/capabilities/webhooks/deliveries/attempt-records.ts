import { and, type Column, desc, eq, lte, ne, sql as raw } from 'drizzle-orm';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
} from '../../../db/schema/index.js';
import { prepareOnce, type Sql } from '../../../db/sql.js';
import { writeRows } from '../../../kernel/update-rows.js';

export type AttemptRow = typeof attempts.$inferSelect;

/** The condition of attempts that no fault has added. */
export const isOwn = ne(attempts.trigger, 'fault');

/** Selects the last attempts of a delivery, newest first. @param which `own`: without those that faults have added. */
export function lastAttempts(sql: Sql, deliveryId: string, most: number, which: 'all' | 'own') {
  return sql
    .select()
    .from(attempts)
    .where(and(eq(attempts.deliveryId, deliveryId), which === 'own' ? isOwn : undefined))
    .orderBy(desc(attempts.number))
    .limit(most);
}

export type LastAttempt = ReturnType<typeof selectLastAttempt>;

/** The last attempt of each delivery of a query around it, without those that faults have added. @param upTo The highest number. */
export function selectLastAttempt(sql: Sql, upTo: Column) {
  const { number, state, responseStatus, errorCode, errorMessage } = attempts;
  return sql
    .select({ number, state, responseStatus, errorCode, errorMessage })
    .from(attempts)
    .where(and(eq(attempts.deliveryId, deliveries.id), lte(number, upTo), isOwn))
    .orderBy(desc(number))
    .limit(1)
    .as('last_attempt');
}

/** Counts the attempts that use up the policy: neither what a fault has added nor what a dead process left. */
export function countUsedAttempts(tx: Sql, deliveryId: string): Promise<number> {
  return tx.$count(
    attempts,
    and(eq(attempts.deliveryId, deliveryId), ne(attempts.state, 'interrupted'), isOwn),
  );
}

/** Records that the attempts in flight of a delivery have no result: the process that made them is gone. */
export async function interruptAttempts(tx: Sql, deliveryId: string): Promise<void> {
  await writeRows(tx, attempts, { state: 'interrupted' }).where(
    and(eq(attempts.deliveryId, deliveryId), eq(attempts.state, 'started')),
  );
}

/** Records that an attempt has failed because of interruptions. */
export async function failInterrupted(tx: Sql, id: string, errorMessage: string): Promise<void> {
  const columns = { state: 'failed', errorCode: 'interrupted', errorMessage } as const;
  await writeRows(tx, attempts, columns).where(eq(attempts.id, id));
}

/** A result as its query takes it. */
interface ResultRow {
  readonly id: string;
  readonly state: 'succeeded' | 'failed';
  readonly duration: number;
  readonly status: number | undefined;
  readonly headers: object | undefined;
  readonly body: string | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

const saveStatement = prepareOnce((tx) =>
  writeRows(tx, attempts, {
    state: raw`r.state`,
    durationMs: raw`r.duration`,
    responseStatus: raw`r.status`,
    responseHeaders: raw`r.headers`,
    responseBody: raw`r.body`,
    errorCode: raw`r.code`,
    errorMessage: raw`r.message`,
  })
    .from(
      raw`json_to_recordset(${raw.placeholder('results')}::json) as r(id text, state text, duration int,
        status int, headers json, body text, code text, message text)`,
    )
    .where(and(raw`${attempts.id} = r.id`, eq(attempts.state, 'started')))
    .returning({ id: attempts.id })
    .prepare('save_results'),
);

/**
 * Records results, in one query.
 *
 * @returns The ids of the attempts that had no result yet. A reset has removed the others, or another process has recorded them
 * as interrupted.
 */
export async function saveResults(
  tx: Sql,
  results: readonly ResultRow[],
): Promise<ReadonlySet<string>> {
  if (results.length === 0) return new Set();
  const rows = await saveStatement(tx).execute({ results: JSON.stringify(results) });
  return new Set(rows.map(({ id }) => id));
}
