import { and, type Column, desc, eq, lte, ne } from 'drizzle-orm';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { Command } from '../../../kernel/command.js';
import { writeRows } from '../../../kernel/update-rows.js';

export type AttemptRow = typeof attempts.$inferSelect;

/** The condition for attempts that no fault has added. */
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

/** Selects the last attempt of each delivery of the outer query, without attempts by faults. @param upTo The highest number. */
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

/** Counts the attempts that use up the policy: neither those that a fault added nor those that a dead process left. */
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

/** Records an attempt that the service could not make. */
export async function insertUnsent(
  { tx, now, nextId }: Command,
  attempt: Pick<typeof attempts.$inferInsert, 'deliveryId' | 'number' | 'trigger' | 'url'>,
): Promise<void> {
  await tx.insert(attempts).values({
    ...attempt,
    id: await nextId('att'),
    state: 'failed',
    requestHeaders: {},
    signedAt: new Date(),
    startedAt: now,
    errorCode: 'service_failed',
    errorMessage: 'The service has failed to make the attempt. Nothing was sent.',
  });
}

export async function failInterrupted(tx: Sql, id: string, errorMessage: string): Promise<void> {
  const columns = { state: 'failed', errorCode: 'interrupted', errorMessage } as const;
  await writeRows(tx, attempts, columns).where(eq(attempts.id, id));
}
