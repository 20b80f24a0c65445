import type { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import { type FieldProblem, validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { freePackageSlug, knownCheckTypes, type PackageRow, packageRecords } from './records.js';
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

/** @throws Problem naming every check that is unknown, or there already. */
export async function checkCheckTypes(sql: Sql, slugs: readonly string[]): Promise<void> {
  const known = await knownCheckTypes(sql, slugs);
  const errors = slugs.flatMap((slug, index): FieldProblem[] => {
    const param = `checkTypeSlugs.${index}`;
    if (!known.has(slug)) return [{ param, code: 'unknown', message: 'is not a check type' }];
    const isRepeated = slugs.indexOf(slug) < index;
    return isRepeated ? [{ param, code: 'duplicate', message: 'is in the list already' }] : [];
  });
  if (errors.length > 0) throw validationProblem(errors);
}
