import type { Sql } from '../../db/sql.js';
import { toWire } from '../../http/wire.js';
import type { Scope } from '../../kernel/scope.js';
import { candidateRecords, candidateToWire } from '../candidates/index.js';
import { integrationRecords, RelatedIntegration } from '../integrations/index.js';
import { reportRecords, reportToWire } from '../reports/index.js';
import type { VerificationRow } from './records.js';
import { configToWire } from './wire.js';

/** The references of a verification. A sample has no candidate. */
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
  const ofReport = reportId ? await objectsOfReport(tx, tenant, reportId) : {};
  return {
    integration: toWire(RelatedIntegration, integration),
    documentConfig: configToWire(config),
    ...(candidate ? { candidate: candidateToWire(candidate) } : {}),
    ...ofReport,
  };
}

/** Returns a report, and the candidate and the package that it is for. */
async function objectsOfReport(tx: Sql, tenant: Scope, id: string) {
  const row = await reportRecords.find(tx, tenant, id);
  const {
    candidate,
    package: ordered,
    ...report
  } = await reportToWire(tx, row, 'candidate,package');
  return { candidate, package: ordered, report };
}
