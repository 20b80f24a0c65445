import { and, eq, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Sql } from '../db/sql.js';
import { inTenant, type Scope, type TenantTable } from './command.js';
import { lockName } from './lock-name.js';

interface Slugged {
  readonly slug: PgColumn;
}

/** Where a slug must be unique. */
type SlugSpace =
  /** Among the rows of a tenant. */
  | { readonly table: PgTable & Slugged & TenantTable; readonly scope: Scope }
  /** Among all rows. */
  | { readonly table: PgTable & Slugged; readonly scope?: never };

// Long enough to tell names apart, short enough for an address.
const LONGEST = 60;

/**
 * Finds the slug of an object with this name. If it is taken, it ends with a number: the next one, unless names have had numbers of
 * their own. However many are taken, few are looked up. Until the transaction ends, no other object of the space gets a slug.
 *
 * @param fallback The slug of a name without a Latin letter or digit.
 */
export async function freeSlug(
  tx: Sql,
  space: SlugSpace,
  name: string,
  fallback: string,
): Promise<string> {
  await lockSlugs(tx, space);
  const slug = writeSlug(name) || fallback;
  const numbered = (number: number): string => (number === 1 ? slug : `${slug}-${number}`);
  let taken = 0;
  let free = 1;
  while (await isTaken(tx, space, numbered(free))) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(tx, space, numbered(middle))) taken = middle;
    else free = middle;
  }
  return numbered(free);
}

/** The name in kebab case, without accents. Empty if it has no Latin letter or digit. */
function writeSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LONGEST)
    .replace(/-$/, '');
}

async function isTaken(tx: Sql, { table, scope }: SlugSpace, slug: string): Promise<boolean> {
  const rows = await tx
    .select({ slug: table.slug })
    .from(table)
    .where(and(scope && inTenant(table, scope), eq(table.slug, slug)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Until the transaction ends, no other object of the space gets a slug. Two objects that are created at the same time would not
 * see each other.
 */
export async function lockSlugs(tx: Sql, { table, scope }: SlugSpace): Promise<void> {
  await lockName(tx, `slugs of ${getTableName(table)} ${scope?.tenantId ?? ''}`);
}
