import type { Sql } from '../../db/sql.js';
import { Problem } from '../../http/problem.js';
import { type PackageRow, rolesThatOrder } from './records.js';

const MOST_NAMED = 5;

/** @throws Problem 409 naming the active roles whose invitations order the package: they need another one first. */
export async function refuseIfOrdered(tx: Sql, row: PackageRow): Promise<void> {
  const slugs = await rolesThatOrder(tx, row, MOST_NAMED + 1);
  if (slugs.length === 0) return;
  const named = slugs.slice(0, MOST_NAMED).join(', ');
  const more = slugs.length > MOST_NAMED ? ' and others' : '';
  throw new Problem(
    'state_conflict',
    `Active roles order this package: ${named}${more}. Give them another packageId first.`,
    { currentStatus: 'active' },
  );
}
