import * as tables from '../../db/schema/index.js';
import { type RowOf, resource } from '../../http/resource.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { freeSlug } from '../../kernel/free-slug.js';
import { inScope } from '../../kernel/scope.js';

const { id, tenantId } = tables.integrations;

/** A key of one integration sees that one only. */
export const integrationRecords = resource(tables.integrations, 'integration', {
  within: (scope) => inScope({ tenantId, integrationId: id }, scope),
});
export type IntegrationRow = RowOf<typeof tables.integrations>;

/** A slug that no other integration of the tenant has. Until the transaction ends, no other gets it. */
export function freeIntegrationSlug({ tx, scope }: ScopedCommand, name: string): Promise<string> {
  return freeSlug(tx, { table: tables.integrations, scope }, name, 'integration');
}
