import { inArray } from 'drizzle-orm';
import { candidates, packages } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { text } from '../../limits/bounded.js';
import { candidateToWire } from '../candidates/index.js';
import { packagesToWire } from '../packages/index.js';
import type { ReportWire } from './wire.js';

/** The parameter that asks for the objects of reports (service tables 1.1). */
export const Include = text('slug')
  .regex(/^(candidate|package)(,(candidate|package))*$/, 'must be candidate, package, or both')
  .meta({ description: 'With a comma between them.', examples: ['candidate,package'] });

/** Adds the candidates and packages that `include` names to reports of a tenant. One query for all of a kind. */
export async function withIncluded(
  sql: Sql,
  tenantId: string,
  reports: readonly ReportWire[],
  include: string | undefined,
): Promise<ReportWire[]> {
  const named = new Set(reports.length === 0 ? [] : include?.split(','));
  const candidatesById = named.has('candidate') ? await candidatesOf(sql, reports) : undefined;
  const packagesById = named.has('package') ? await packagesOf(sql, tenantId, reports) : undefined;
  return reports.map((report) => ({
    ...report,
    ...(candidatesById ? { candidate: candidatesById.get(report.candidateId) } : {}),
    ...(packagesById ? { package: packagesById.get(report.packageId) } : {}),
  }));
}

/** `related` of an event of a report (spec section 6, rule 5): what it refers to, as it is now. */
export async function relatedToReport(
  sql: Sql,
  tenantId: string,
  report: ReportWire,
): Promise<object> {
  const [included] = await withIncluded(sql, tenantId, [report], 'candidate,package');
  return { candidate: included?.candidate, package: included?.package };
}

async function candidatesOf(sql: Sql, reports: readonly ReportWire[]) {
  const ids = [...new Set(reports.map(({ candidateId }) => candidateId))];
  const rows = await sql.select().from(candidates).where(inArray(candidates.id, ids));
  return new Map(rows.map((row) => [row.id, candidateToWire(row)]));
}

async function packagesOf(sql: Sql, tenantId: string, reports: readonly ReportWire[]) {
  const ids = [...new Set(reports.map(({ packageId }) => packageId))];
  const rows = await sql.select().from(packages).where(inArray(packages.id, ids));
  const shown = await packagesToWire(sql, tenantId, rows);
  return new Map(shown.map((one) => [one.id, one]));
}
