import { and, asc, eq } from 'drizzle-orm';
import { roles } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { Problem } from '../../http/problem.js';
import type { PackageRow } from './records.js';

const MOST_NAMED = 5;

/** @throws Problem 409 naming the active roles whose invitations order the package: they need another one first. */
export async function refuseIfOrdered(tx: Sql, { id, tenantId }: PackageRow): Promise<void> {
  const orderedBy = await tx
    .select({ slug: roles.slug })
    .from(roles)
    .where(and(eq(roles.tenantId, tenantId), eq(roles.packageId, id), eq(roles.archived, false)))
    .orderBy(asc(roles.seq))
    .limit(MOST_NAMED + 1);
  if (orderedBy.length === 0) return;
  const named = orderedBy.slice(0, MOST_NAMED).map(({ slug }) => slug);
  const more = orderedBy.length > MOST_NAMED ? ' and others' : '';
  throw new Problem(
    'state_conflict',
    `Active roles order this package: ${named.join(', ')}${more}. Give them another packageId first.`,
    { currentStatus: 'active' },
  );
}
