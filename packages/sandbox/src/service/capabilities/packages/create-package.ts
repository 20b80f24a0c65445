import type { z } from 'zod';
import { packages } from '../../db/schema/index.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { freeSlug } from '../../kernel/free-slug.js';
import { checkCheckTypes } from './check-check-types.js';
import type { PackageRow } from './find-package.js';
import type { CreatePackage } from './wire.js';

/** Creates a package of a tenant's own. @throws Problem for a check that is unknown, or there twice. */
export async function createPackage(
  { tx, now, nextId, scope }: ScopedCommand,
  { name, checkTypeSlugs, priceCents }: z.output<typeof CreatePackage>,
): Promise<PackageRow> {
  await checkCheckTypes(tx, checkTypeSlugs);
  const [row] = await tx
    .insert(packages)
    .values({
      id: await nextId('pkg'),
      tenantId: scope.tenantId,
      name,
      slug: await freeSlug(tx, { table: packages, scope }, name, 'package'),
      checkTypeSlugs,
      priceCents: priceCents ?? null,
      custom: true,
      archived: false,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('The database returned no row for an insert.');
  return row;
}
