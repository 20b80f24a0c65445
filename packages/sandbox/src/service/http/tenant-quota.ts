import { and, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { inTenant, type ScopedCommand, type TenantTable } from '../kernel/command.js';
import { lockName } from '../kernel/lock-name.js';
import { figure, type LimitOf, limits, type limitsByOwner } from '../limits/limits.js';
import type { ObjectKind } from '../limits/objects.js';
import { conflict } from './problem.js';

/** Objects whose number is limited for each tenant, in all its integrations. */
interface Bounded {
  readonly limit: LimitOf<'items'> & keyof typeof limitsByOwner.tenant;
  /** Has an index of the rows that count, which begins with the tenant. */
  readonly table: PgTable & TenantTable;
  /** The condition of the rows that count. `undefined` if all do. */
  readonly counts: SQL | undefined;
  readonly what: ObjectKind;
  /** In words, such as `webhook endpoints`. */
  readonly noun: string;
  /** A sentence that says how to make room. */
  readonly cure: string;
}

/**
 * Ensures that a tenant has room for one more object. Until the transaction ends, nobody else creates one for it. Call it before
 * locking rows: otherwise, two creations would wait for each other.
 *
 * @throws Problem 409 when the tenant has as many as it may have, or more.
 */
export async function requireQuota(
  { tx, scope }: Pick<ScopedCommand, 'tx' | 'scope'>,
  { limit, table, counts, what, noun, cure }: Bounded,
): Promise<void> {
  await lockName(tx, `room for ${limit} ${scope.tenantId}`);
  const lastPlace = await tx
    .select({ taken: sql`true` })
    .from(table)
    .where(and(inTenant(table, scope), counts))
    .limit(1)
    .offset(limits[limit].most - 1);
  if (lastPlace.length === 0) return;
  throw conflict(
    { reason: 'too_many', facts: { what, most: limits[limit].most } },
    `The tenant has ${figure(limit)} ${noun}. ${cure}`,
  );
}
