import { and, eq } from 'drizzle-orm';
import { packages } from '../../src/service/db/schema/index.js';
import type { Sql } from '../../src/service/db/sql.js';
import { maria } from './maria.js';
import { recordsOf, type TestService } from './service.js';

type Json = Readonly<Record<string, unknown>>;

/** All the data that the checks of the catalog need. */
export const known = { dateOfBirth: '1990-02-28', ssnLast4: '6789' };

/** The id of the account's package with a slug. */
export async function packageOf(sql: Sql, slug: string): Promise<string> {
  const [row] = await sql
    .select({ id: packages.id })
    .from(packages)
    .where(and(eq(packages.tenantId, 'acct'), eq(packages.slug, slug)));
  if (!row) throw new Error(`The account has no package ${slug}.`);
  return row.id;
}

/** A package of some checks. */
export async function addPackage(
  sql: Sql,
  id: string,
  checkTypeSlugs: readonly string[],
  more: Partial<typeof packages.$inferInsert> = {},
): Promise<string> {
  const [like] = await sql
    .select()
    .from(packages)
    .where(eq(packages.tenantId, 'acct'))
    .orderBy(packages.seq)
    .limit(1);
  if (!like) throw new Error('The account has no package.');
  const { seq: _seq, ...columns } = like;
  const own = { id, slug: id, name: id, checkTypeSlugs: [...checkTypeSlugs], priceCents: null };
  await sql.insert(packages).values({ ...columns, ...own, custom: true, ...more });
  return id;
}

/** Creates a candidate. Default: with all the data that checks need. */
export async function createCandidate({ send }: TestService, more: Json = {}): Promise<string> {
  const body = await send('POST', '/v1/candidates', { ...maria, ...known, ...more });
  return String(body['id']);
}

/** A report to order: by default the package `essential` for a new candidate. */
export interface ReportOrder {
  readonly lastName?: string;
  /** The candidate. Default: a new one. */
  readonly candidateId?: string;
  /** Fields of the new candidate. */
  readonly candidate?: Json;
  readonly packageId?: string;
  readonly workState?: string;
  readonly metadata?: Json;
}

/** Orders a report and returns it. */
export async function orderReport(
  service: TestService,
  { lastName = 'Ortiz', candidate = {}, ...order }: ReportOrder = {},
): Promise<Json & { readonly id: string }> {
  const body = await service.send('POST', '/v1/reports', {
    workState: 'CA',
    ...order,
    candidateId: order.candidateId ?? (await createCandidate(service, { lastName, ...candidate })),
    packageId: order.packageId ?? (await packageOf(service.sql, 'essential')),
  });
  return { ...body, id: String(body['id']) };
}

export async function getReport({ call }: TestService, id: string): Promise<Json> {
  return (await call('GET', `/v1/reports/${id}`)).body;
}

/** The checks of a report. */
export function checksOf(report: Json): readonly Json[] {
  return recordsOf(report['checks']);
}
