import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import { idempotentAnswers } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import type { Command } from '../kernel/command.js';
import { limits } from '../limits/limits.js';
import { matches } from './list-operation.js';
import { Problem } from './problem.js';

/** A request with an `Idempotency-Key`: who sent which key to which operation, and the digest of its content. */
export interface IdempotentRequest {
  readonly principal: string;
  /** Method and path. */
  readonly target: string;
  readonly key: string;
  readonly requestHash: string;
}

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

const DAY = 24 * 3_600_000;

/** @throws Problem when the header is malformed. */
export function readIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  const { most } = limits.idempotencyKey;
  const printable = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
  if (header.length <= most && printable.test(header)) return header;
  throw new Problem(
    'idempotency_key_invalid',
    `Idempotency-Key: expected 1 to ${most} printable ASCII characters.`,
  );
}

/** Computes the digest of a request. Forms are compared without their boundary, which clients choose anew for a retry. */
export function hashRequest(contentType: string, query: string, body: Uint8Array): string {
  const [, boundary] = /^multipart\/.*boundary="?([^";]+)/i.exec(contentType) ?? [];
  const hash = createHash('sha256');
  if (boundary === undefined)
    return hash.update(`${contentType}\n${query}\n`).update(body).digest('hex');
  const parts = Buffer.from(body).toString('latin1').replaceAll(`--${boundary}`, '--');
  return hash.update(`multipart\n${query}\n`).update(parts, 'latin1').digest('hex');
}

/**
 * Finds the answer to an earlier request with this key, at most 24 hours of virtual time old. Until the transaction ends, no
 * other request with the key runs.
 *
 * @throws Problem when a request with the key is running, or the key was used for another request.
 */
export async function findAnswer(
  { tx, now }: Command,
  request: IdempotentRequest,
): Promise<StoredAnswer | undefined> {
  await lock(tx, request);
  const { principal, target, key, requestHash } = request;
  const [row] = await tx
    .select()
    .from(idempotentAnswers)
    .where(matches(idempotentAnswers, { principal, target, key }));
  if (!row || row.createdAt.getTime() <= now.getTime() - DAY) return undefined;
  if (row.requestHash !== requestHash) {
    throw new Problem(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for each request.',
    );
  }
  return { status: row.status, body: row.body };
}

/** Stores the answer in the transaction of the command, so that both are kept or neither is. */
export async function storeAnswer(
  { tx, now }: Command,
  { principal, target, key, requestHash }: IdempotentRequest,
  { status, body }: StoredAnswer,
): Promise<void> {
  const answer = { requestHash, status, body, createdAt: now };
  await tx
    .insert(idempotentAnswers)
    .values({ principal, target, key, ...answer })
    .onConflictDoUpdate({
      target: [idempotentAnswers.principal, idempotentAnswers.target, idempotentAnswers.key],
      set: answer,
    });
  await forgetAnswers(tx, new Date(now.getTime() - DAY), FORGOTTEN_AT_ONCE);
}

// More than one for each that is stored, so that all are deleted in time, and no request pays for a day of them.
const FORGOTTEN_AT_ONCE = 10;

/** Deletes the oldest answers from before a time. @returns how many. */
export async function forgetAnswers(tx: Sql, before: Date, most: number): Promise<number> {
  const { principal, target, key, createdAt } = idempotentAnswers;
  const oldest = tx
    .select({ principal, target, key })
    .from(idempotentAnswers)
    .where(lt(createdAt, before))
    .orderBy(createdAt)
    .limit(most)
    // Another request is deleting the locked ones.
    .for('update', { skipLocked: true });
  const forgotten = await tx
    .delete(idempotentAnswers)
    .where(sql`(${principal}, ${target}, ${key}) in ${oldest}`)
    .returning({ key });
  return forgotten.length;
}

async function lock(tx: Sql, { principal, target, key }: IdempotentRequest): Promise<void> {
  const name = `idempotency ${principal} ${target} ${key}`;
  const [row] = await tx
    .select({ granted: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` })
    .from(sql`(select 1) as one`);
  if (row?.granted) return;
  throw new Problem('idempotency_in_progress', 'A request with this Idempotency-Key is running.');
}
