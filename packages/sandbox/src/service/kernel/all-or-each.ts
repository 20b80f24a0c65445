import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Sql } from '../db/sql.js';

/** A member of a group that could not be done, and why. */
export interface FailedMember<Member> {
  readonly member: Member;
  readonly error: unknown;
}

/**
 * Does work for a whole group. If that fails, for whatever reason, it is undone and repeated for each member alone, so that the bad
 * value or the lock of one affects no other. All in the transaction of the caller.
 *
 * @param work Writes only by `tx`.
 * @returns the members that failed alone. Their writes are undone.
 * @throws when the transaction itself is lost.
 */
export async function allOrEach<Member>(
  tx: Sql,
  members: readonly Member[],
  work: (members: readonly Member[]) => Promise<unknown>,
): Promise<readonly FailedMember<Member>[]> {
  if (members.length === 0) return [];
  const error = await tryIt(tx, () => work(members));
  if (error === undefined) return [];
  const [only, ...others] = members;
  if (only !== undefined && others.length === 0) return [{ member: only, error: error.cause }];
  const failed: FailedMember<Member>[] = [];
  for (const member of members) {
    await setImmediate();
    const alone = await tryIt(tx, () => work([member]));
    if (alone) failed.push({ member, error: alone.cause });
  }
  return failed;
}

/** @returns why it failed. */
async function tryIt(
  tx: Sql,
  work: () => Promise<unknown>,
): Promise<{ readonly cause: unknown } | undefined> {
  await tx.execute(sql`savepoint member`);
  try {
    await work();
  } catch (cause) {
    await tx.execute(sql`rollback to savepoint member`);
    await tx.execute(sql`release savepoint member`);
    return { cause };
  }
  await tx.execute(sql`release savepoint member`);
  return undefined;
}
