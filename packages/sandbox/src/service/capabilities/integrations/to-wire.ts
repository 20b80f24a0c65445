import type { z } from 'zod';
import type { IntegrationRow } from './records.js';
import type { Integration } from './wire.js';

/** The integration as the API shows it. */
export function integrationToWire(row: IntegrationRow): z.input<typeof Integration> {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
