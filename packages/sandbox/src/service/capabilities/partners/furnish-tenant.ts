import type { Command } from '../../kernel/command.js';
import { packageCatalog, packageRecords } from '../packages/index.js';
import { roleCatalog, roleRecords } from '../roles/index.js';

/** Gives a new tenant the packages and roles of the catalog, which it may change. */
export async function furnishTenant(command: Command, tenantId: string): Promise<void> {
  const owned = { ...command, scope: { tenantId, integrationId: null } };
  const packageIds = new Map<string, string>();
  for (const { checkTypeSlugs, ...one } of packageCatalog) {
    const id = await command.nextId('pkg');
    packageIds.set(one.slug, id);
    await packageRecords.insert(owned, {
      ...one,
      id,
      checkTypeSlugs: [...checkTypeSlugs],
      custom: false,
      archived: false,
    });
  }
  for (const { packageSlug, ...one } of roleCatalog) {
    await roleRecords.insert(owned, {
      ...one,
      id: await command.nextId('role'),
      packageId: packageIds.get(packageSlug) ?? null,
      archived: false,
    });
  }
}
