import { z } from 'zod';
import { Time, toWire } from '../../http/wire.js';
import { list, text } from '../../limits/bounded.js';
import { figure } from '../../limits/limits.js';
import type { IntegrationRow } from './records.js';
import { integrationStatuses } from './states.js';

/** The external application that document verifications and their endpoints belong to (spec section 6). */
export const Integration = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    status: z.enum(integrationStatuses),
    keyIds: list('integrationKeys', z.string()).describe(
      `The unrevoked keys that are bound to it, oldest first. At most the newest ${figure('integrationKeys')}.`,
    ),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Integration' });

/** The integration in events of its verifications, without its keys, which do not concern receivers. */
export const RelatedIntegration = Integration.omit({ keyIds: true }).meta({
  id: 'RelatedIntegration',
});

export const CreateIntegration = z
  .strictObject({ name: text('name') })
  .meta({ id: 'CreateIntegration' });

export const ChangeIntegration = CreateIntegration.partial().meta({
  id: 'ChangeIntegration',
  description: 'The slug does not change.',
});

export const integrationToWire = (row: IntegrationRow) => toWire(Integration, row);
