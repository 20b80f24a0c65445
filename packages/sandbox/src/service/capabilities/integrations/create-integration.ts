import type { ScopedCommand } from '../../kernel/command.js';
import { freeIntegrationSlug, type IntegrationRow, integrationRecords } from './records.js';

/** Creates an integration of a tenant. */
export async function createIntegration(
  command: ScopedCommand,
  name: string,
): Promise<IntegrationRow> {
  return integrationRecords.insert(command, {
    id: await command.nextId('int'),
    name,
    slug: await freeIntegrationSlug(command, name),
    status: 'active',
  });
}
