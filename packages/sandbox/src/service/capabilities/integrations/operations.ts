import { z } from 'zod';
import { collection } from '../../http/collection.js';
import { type ChangeContext, type Operation, tagged } from '../../http/operation.js';
import { createIntegration, integrationRecords } from './records.js';
import { integrationStatuses } from './states.js';
import { ChangeIntegration, CreateIntegration, Integration, integrationToWire } from './wire.js';

/** Handlers from other capabilities. These import this folder, so `operations.ts` of the service passes the handlers in. */
interface IntegrationEvents {
  readonly onArchive: (context: ChangeContext, integrationId: string) => Promise<void>;
}

const integrations = collection({
  path: '/v1/integrations',
  of: integrationRecords,
  item: Integration,
  toWire: (rows) => rows.map(integrationToWire),
});

export function integrationOperations({ onArchive }: IntegrationEvents): readonly Operation[] {
  return tagged('Integrations', [
    integrations.list({
      id: 'listIntegrations',
      summary: 'List integrations',
      filters: { status: z.enum(integrationStatuses) },
    }),

    integrations.get({ id: 'getIntegration', summary: 'Get an integration' }),

    integrations.create({
      id: 'createIntegration',
      summary: 'Create an integration',
      body: CreateIntegration,
      refuses: ['resource_not_found', 'state_conflict'],
      tenantWide: true,
      run: (context, { name }) => createIntegration(context, name),
    }),

    integrations.change('change', {
      id: 'changeIntegration',
      summary: 'Rename an integration',
      body: ChangeIntegration,
      run: (context, row, { name }) => integrationRecords.save(context, row, { name }),
    }),

    integrations.remove('archive', {
      id: 'archiveIntegration',
      summary:
        'Archive an integration and delete its webhook endpoints; their deliveries stay readable',
      async run(context, row) {
        await onArchive(context, row.id);
        return integrationRecords.act(context, 'archive', row, {});
      },
    }),
  ]);
}
