import { eq } from 'drizzle-orm';
import { documentConfigs, integrations } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { integrationToWire } from '../integrations/index.js';
import { configToWire } from './catalog-operations.js';

/** `related` of an event of a document verification (spec section 6, rule 5): what it refers to, as it is now. */
export async function relatedObjects(
  tx: Sql,
  integrationId: string,
  documentConfigSlug: string,
): Promise<object> {
  const [integration] = await tx
    .select()
    .from(integrations)
    .where(eq(integrations.id, integrationId));
  const [config] = await tx
    .select()
    .from(documentConfigs)
    .where(eq(documentConfigs.slug, documentConfigSlug));
  if (!integration) throw new Error(`The integration ${integrationId} is gone.`);
  if (!config) throw new Error(`The configuration ${documentConfigSlug} is gone.`);
  return { integration: integrationToWire(integration), documentConfig: configToWire(config) };
}
