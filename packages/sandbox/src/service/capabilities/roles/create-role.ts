import type { z } from 'zod';
import type { ScopedCommand } from '../../kernel/command.js';
import { freeSlug } from '../../kernel/free-slug.js';
import { requirePackage } from '../packages/index.js';
import { readRequirements } from './read-requirements.js';
import { type RoleRow, roleRecords } from './records.js';
import type { CreateRole } from './wire.js';

/**
 * Creates a role.
 *
 * @throws Problem 422 for requirements that it cannot have, 404 when the tenant has no such package, 409 when that is archived.
 */
export async function createRole(
  command: ScopedCommand,
  { name, requirements, packageId }: z.output<typeof CreateRole>,
): Promise<RoleRow> {
  const { tx, nextId, scope } = command;
  const asked = await readRequirements(tx, scope, requirements);
  if (typeof packageId === 'string') await requirePackage(tx, scope, packageId);
  return roleRecords.insert(command, {
    id: await nextId('role'),
    name,
    slug: await freeSlug(tx, { table: roleRecords.table, scope }, name, 'role'),
    requirements: asked,
    packageId: packageId ?? null,
    archived: false,
  });
}
