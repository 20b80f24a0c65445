import { integrations } from '../../db/schema/index.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { freeSlug } from '../../kernel/free-slug.js';

export type IntegrationRow = Omit<typeof integrations.$inferSelect, 'seq'>;

/** Creates an integration of a tenant. */
export async function createIntegration(
  { tx, now, nextId, scope }: ScopedCommand,
  name: string,
): Promise<IntegrationRow> {
  const row = {
    id: await nextId('int'),
    tenantId: scope.tenantId,
    name,
    slug: await freeSlug(tx, { table: integrations, scope }, name, 'integration'),
    status: 'active' as const,
    createdAt: now,
    updatedAt: now,
  };
  await tx.insert(integrations).values(row);
  return row;
}
