import type { z } from 'zod';
import { CreateVerification, createVerification } from '../capabilities/verifications/index.js';
import type { Command } from '../kernel/command.js';
import { requireEmitted, requireTarget } from './trigger-target.js';
import type { OrderTrigger } from './trigger-wire.js';

/** The magic values (service tables 1.10) that give an event. */
const magic = {
  'document_verification.completed': 'SBX-OK-1',
  'document_verification.failed': 'SBX-NOTFOUND-1',
  'document_verification.recorded': 'SBX-NOSOURCE-1',
} as const;

/** Orders verifications that end with an event of the type. @param actingId The tenant whose default integration counts. */
export async function triggerOrders(
  command: Command,
  actingId: string,
  body: z.output<typeof OrderTrigger>,
) {
  const { integrationId, tenantId } = await requireTarget(command, actingId, body);
  const licenseNumber = magic[requireEmitted(body.type)];
  const order = CreateVerification.parse({
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId,
    formData: { licenseNumber },
    metadata: body.metadata,
    ...(body.externalId === undefined ? {} : { externalId: body.externalId }),
  });
  const caller = { scope: { tenantId, integrationId: null }, keyScope: 'full_access' } as const;
  const verificationIds: string[] = [];
  for (let made = 0; made < body.count; made += 1) {
    const verification = await createVerification({ ...command, ...caller }, order);
    verificationIds.push(verification.id);
  }
  return { verificationIds };
}
