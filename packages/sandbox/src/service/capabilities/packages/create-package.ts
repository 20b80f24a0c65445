import type { z } from 'zod';
import type { ScopedCommand } from '../../kernel/command.js';
import { checkCheckTypes } from './check-check-types.js';
import { freePackageSlug, type PackageRow, packageRecords } from './records.js';
import type { CreatePackage } from './wire.js';

/** Creates a package of a tenant's own. @throws Problem for a check that is unknown, or there twice. */
export async function createPackage(
  command: ScopedCommand,
  { name, checkTypeSlugs, priceCents }: z.output<typeof CreatePackage>,
): Promise<PackageRow> {
  const { tx, nextId, scope } = command;
  await checkCheckTypes(tx, checkTypeSlugs);
  return packageRecords.insert(command, {
    id: await nextId('pkg'),
    name,
    slug: await freePackageSlug(tx, scope, name),
    checkTypeSlugs,
    priceCents: priceCents ?? null,
    custom: true,
    archived: false,
  });
}
