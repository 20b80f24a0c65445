import type { z } from 'zod';
import { roles } from '../../db/schema/index.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { freeSlug } from '../../kernel/free-slug.js';
import { requirePackage } from '../packages/index.js';
import type { RoleRow } from './find-role.js';
import { readRequirements } from './read-requirements.js';
import type { CreateRole } from './wire.js';

/**
 * Creates a role.
 *
 * @throws Problem 422 for requirements that it cannot have, 404 when the tenant has no such package, 409 when that is archived.
 */
export async function createRole(
  { tx, now, nextId, scope }: ScopedCommand,
  { name, requirements, packageId }: z.output<typeof CreateRole>,
): Promise<RoleRow> {
  const asked = await readRequirements(tx, requirements);
  if (typeof packageId === 'string') await requirePackage(tx, scope, packageId);
  const [row] = await tx
    .insert(roles)
    .values({
      id: await nextId('role'),
      tenantId: scope.tenantId,
      name,
      slug: await freeSlug(tx, { table: roles, scope }, name, 'role'),
      requirements: asked,
      packageId: packageId ?? null,
      archived: false,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('The database returned no row for an insert.');
  return row;
}
