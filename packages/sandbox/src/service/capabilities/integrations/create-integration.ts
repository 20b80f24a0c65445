import type { ScopedCommand } from '../../kernel/command.js';
import { freeSlug } from '../../kernel/free-slug.js';
import { type IntegrationRow, integrationRecords } from './records.js';

export async function createIntegration(
  command: ScopedCommand,
  name: string,
): Promise<IntegrationRow> {
  const { tx, scope, nextId } = command;
  return integrationRecords.insert(command, {
    id: await nextId('int'),
    name,
    slug: await freeSlug(tx, { table: integrationRecords.table, scope }, name, 'integration'),
    status: 'active',
  });
}
