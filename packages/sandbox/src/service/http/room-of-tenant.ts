import { and, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { inTenant, type ScopedCommand, type TenantTable } from '../kernel/command.js';
import { lockName } from '../kernel/lock-name.js';
import { figure, type LimitOf, limits, type limitsByOwner } from '../limits/limits.js';
import type { ObjectKind } from '../limits/objects.js';
import { conflict } from './problem.js';

/** Objects of which a tenant has so many at a time, in all its integrations. */
interface Bounded {
  readonly limit: LimitOf<'items'> & keyof typeof limitsByOwner.tenant;
  /** It has an index that begins with the tenant, of those that count. */
  readonly table: PgTable & TenantTable;
  /** The condition of those that count. Undefined: all do. */
  readonly counts: SQL | undefined;
  readonly what: ObjectKind;
  /** In words, such as `webhook endpoints`. */
  readonly noun: string;
  /** What makes room, as a sentence. */
  readonly cure: string;
}

/**
 * Sees to it that a tenant has room for one more object. Until the transaction ends, nobody else creates one for it. It comes before
 * what locks rows: two that create would otherwise wait for each other.
 *
 * @throws Problem 409 when the tenant has as many as it may have, or more.
 */
export async function requireRoom(
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
