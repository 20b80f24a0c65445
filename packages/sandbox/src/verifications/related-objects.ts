import { eq } from 'drizzle-orm';
import { integrationToWire } from '../integrations/operations.js';
import type { Sql } from '../store/connect.js';
import { integrations } from '../store/schema/index.js';
import { configToWire } from './catalog-operations.js';
import type { DocumentConfiguration } from './queries.js';

/** `related` of an event of a document verification (spec section 6, rule 5): what it refers to, as it is now. */
export async function relatedObjects(
  tx: Sql,
  integrationId: string,
  config: DocumentConfiguration,
): Promise<object> {
  const [integration] = await tx
    .select()
    .from(integrations)
    .where(eq(integrations.id, integrationId));
  if (!integration) throw new Error(`The integration ${integrationId} is gone.`);
  return { integration: integrationToWire(integration), documentConfig: configToWire(config) };
}
