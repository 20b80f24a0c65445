import { and, eq } from 'drizzle-orm';
import { integrations } from '../store/schema/index.js';
import { inTenant, type Scope } from '../store/scope.js';
import type { Sql } from '../store/sql.js';

/**
 * The slug of an integration with this name. Where it is taken, it ends with a number: the next one, unless names have had
 * numbers of their own. However many are taken, few are looked up.
 */
export async function freeSlug(sql: Sql, scope: Scope, name: string): Promise<string> {
  const slug = slugOf(name);
  const numbered = (number: number): string => (number === 1 ? slug : `${slug}-${number}`);
  let taken = 0;
  let free = 1;
  while (await isTaken(sql, scope, numbered(free))) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(sql, scope, numbered(middle))) taken = middle;
    else free = middle;
  }
  return numbered(free);
}

function slugOf(name: string): string {
  const base = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return base === '' ? 'integration' : base;
}

async function isTaken(sql: Sql, scope: Scope, slug: string): Promise<boolean> {
  const rows = await sql
    .select({ id: integrations.id })
    .from(integrations)
    .where(and(inTenant(integrations, scope), eq(integrations.slug, slug)))
    .limit(1);
  return rows.length > 0;
}
