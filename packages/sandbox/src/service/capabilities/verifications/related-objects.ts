import type { Sql } from '../../db/sql.js';
import { candidateRecords, candidateToWire } from '../candidates/index.js';
import { integrationRecords, integrationToWire } from '../integrations/index.js';
import { relatedToReport, reportRecords, reportToWire } from '../reports/index.js';
import type { VerificationRow } from './records.js';
import { configToWire } from './wire.js';

/** What a verification refers to. A sample has no candidate. */
type References = Pick<VerificationRow, 'tenantId' | 'integrationId' | 'config'> &
  Partial<Pick<VerificationRow, 'candidateId' | 'reportId'>>;

/** `related` of an event of a document verification (spec section 6, rule 5): the objects that it refers to, as they are now. */
export async function relatedObjects(
  tx: Sql,
  { tenantId, integrationId, config, candidateId, reportId }: References,
): Promise<object> {
  const tenant = { tenantId, integrationId: null };
  const integration = await integrationRecords.find(tx, tenant, integrationId);
  const candidate = candidateId && (await candidateRecords.find(tx, tenant, candidateId));
  const report =
    reportId && (await reportToWire(tx, await reportRecords.find(tx, tenant, reportId)));
  return {
    integration: integrationToWire(integration),
    documentConfig: configToWire(config),
    ...(candidate ? { candidate: candidateToWire(candidate) } : {}),
    ...(report ? { ...(await relatedToReport(tx, tenantId, report)), report } : {}),
  };
}
