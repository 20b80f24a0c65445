import type { z } from 'zod';
import type { RoleRow } from './records.js';
import type { Role } from './wire.js';

/** A role as the API shows it. */
export function roleToWire(row: RoleRow): z.input<typeof Role> {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    requirements: row.requirements.map(({ kind, slug, required, validForDays, states }) => ({
      kind,
      slug,
      required,
      validForDays: validForDays ?? null,
      states: states ? [...states] : null,
    })),
    packageId: row.packageId,
    archived: row.archived,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
