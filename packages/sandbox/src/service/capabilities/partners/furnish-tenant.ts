import { packages, roles } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import { packageCatalog } from '../packages/index.js';
import { roleCatalog } from '../roles/index.js';

/** Gives a new tenant the packages and roles of the catalog, which it may change. */
export async function furnishTenant({ tx, now, nextId }: Command, tenantId: string): Promise<void> {
  const common = { tenantId, archived: false, createdAt: now, updatedAt: now };
  const packageIds = new Map<string, string>();
  const newPackages: (typeof packages.$inferInsert)[] = [];
  for (const { checkTypeSlugs, ...one } of packageCatalog) {
    const id = await nextId('pkg');
    packageIds.set(one.slug, id);
    newPackages.push({
      ...one,
      ...common,
      id,
      checkTypeSlugs: [...checkTypeSlugs],
      custom: false,
    });
  }
  await tx.insert(packages).values(newPackages);
  const newRoles: (typeof roles.$inferInsert)[] = [];
  for (const { packageSlug, ...one } of roleCatalog) {
    newRoles.push({
      ...one,
      ...common,
      id: await nextId('role'),
      packageId: packageIds.get(packageSlug) ?? null,
    });
  }
  await tx.insert(roles).values(newRoles);
}
