import { and, eq } from 'drizzle-orm';
import { roles } from '../../src/service/db/schema/index.js';
import type { Sql } from '../../src/service/db/sql.js';

/** A role of the account's catalog, by its slug. */
export async function roleOf(
  sql: Sql,
  slug: string,
): Promise<{ readonly id: string; readonly packageId: string }> {
  const [role] = await sql
    .select()
    .from(roles)
    .where(and(eq(roles.tenantId, 'acct'), eq(roles.slug, slug)));
  if (!role?.packageId) throw new Error(`The account has no role ${slug} with a package.`);
  return { id: role.id, packageId: role.packageId };
}
