import type { ExplainedDatabase } from './explained-database.js';

/** The objects of the rows below that the tests name. */
export const filledHiring = {
  /** Most rows name them. */
  busyCandidate: 'cand_30007',
  busyPackage: 'pkg_busy',
  busyRole: 'role_busy',
  bigImport: 'imp_big',
  /** The oldest rows name them. */
  oldCandidate: 'cand_1',
  oldPackage: 'pkg_old',
  oldRole: 'role_old',
  oldImport: 'imp_old',
  /** The partner of most tenants. */
  partner: 'acct',
} as const;

/** The number of rows in most tables, in smaller tables, and of the oldest rows, which have values that no others have. */
const ROWS = 50_000;
const FEW = 5000;
const OLD = 2000;

/** The tables that are large. */
export const hiringTables = [
  'tenants',
  'packages',
  'roles',
  'onboardings',
  'invitations',
  'reports',
  'checks',
  'adverse_actions',
  'bulk_imports',
  'bulk_import_rows',
] as const;

/** SQL for the candidate of row n of a table: the one of the oldest rows, the one of most rows, or one with few rows. */
export const candidateOfRow = `case when n <= ${OLD} then '${filledHiring.oldCandidate}' when n % 3 = 0 then 'cand_' || n
  else '${filledHiring.busyCandidate}' end`;

/** Fills the tables of hiring for two tenants. The rare values are in the oldest rows. */
export async function fillHiring(
  { admin }: ExplainedDatabase,
  { first, tenant, otherTenant, testTenant }: Readonly<Record<string, string>>,
): Promise<void> {
  const created = `'${first}'::timestamptz + n * interval '1 minute'`;
  const owner = `case when n > ${OLD} and n % 20 = 0 then '${otherTenant}' else '${tenant}' end`;
  const old = (one: string, others: string): string =>
    `case when n <= ${OLD} then '${one}' else '${others}' end`;
  const of = (rows: number): string => `from generate_series(1, ${rows}) n`;
  const { busyPackage, oldPackage, busyRole, oldRole, bigImport, oldImport, partner } =
    filledHiring;
  const tenantColumns =
    'id, partner_id, slug, name, admin_email, terms_version, status, partner, time_zone, created_at, updated_at';
  await admin(`
    set session_replication_role = replica;
    insert into tenants (${tenantColumns})
      select id, '${partner}', id, id, 'admin@example.com', '2026-01', 'active', true, 'America/New_York', '${first}', '${first}'
      from (values ('${otherTenant}'), ('${testTenant}')) v (id);
    insert into tenants (${tenantColumns})
      select 'ten_' || n, case n % 20 when 0 then '${otherTenant}' else '${partner}' end, 'tenant-' || n, n, 'admin@example.com',
        '2026-01', ${old('closed', 'active')}, false, 'America/New_York', ${created}, ${created} ${of(FEW)};
    insert into packages (id, tenant_id, name, slug, check_type_slugs, custom, archived, created_at, updated_at)
      select id, '${tenant}', id, id, '{ssn-trace}', true, false, '${first}', '${first}'
      from (values ('${busyPackage}'), ('${oldPackage}')) v (id);
    insert into packages (id, tenant_id, name, slug, check_type_slugs, custom, archived, created_at, updated_at)
      select 'pkg_' || n, ${owner}, n, 'package-' || n, '{ssn-trace}', true, n > ${OLD}, ${created}, ${created} ${of(FEW)};
    insert into roles (id, tenant_id, name, slug, requirements, package_id, archived, created_at, updated_at)
      select id, '${tenant}', id, id, '[]', '${busyPackage}', false, '${first}', '${first}'
      from (values ('${busyRole}'), ('${oldRole}')) v (id);
    insert into roles (id, tenant_id, name, slug, requirements, archived, created_at, updated_at)
      select 'role_' || n, ${owner}, n, 'role-' || n, '[]', n > ${OLD}, ${created}, ${created} ${of(FEW)};
    insert into onboardings (id, tenant_id, candidate_id, role_id, work_state, created_at, updated_at)
      select 'onb_' || n, ${owner}, 'cand_' || n, ${old(oldRole, busyRole)}, 'CA', ${created}, ${created} ${of(ROWS)};
    insert into invitations (id, tenant_id, candidate_id, role_id, package_id, work_state, status, answers, expires_at,
        created_at, updated_at)
      select 'inv_' || n, ${owner}, 'cand_' || n, ${old(oldRole, busyRole)}, ${old(oldPackage, busyPackage)}, 'CA',
        ${old('canceled', 'completed')}, '{}', ${created}, ${created}, ${created} ${of(ROWS)};
    insert into reports (id, tenant_id, candidate_id, package_id, work_state, status, result, includes_canceled, adjudication,
        price_cents, price_source, metadata, created_at, updated_at)
      select 'rpt_' || n, ${owner}, ${candidateOfRow}, ${old(oldPackage, busyPackage)}, ${old('NY', 'CA')},
        ${old('canceled', 'complete')}, ${old('consider', 'clear')}, false, ${old('post_adverse_action', 'engaged')},
        100, 'list', '{}', ${created}, ${created} ${of(ROWS)};
    insert into checks (id, tenant_id, report_id, check_type_slug, status, records, created_at)
      select 'chk_' || n, ${owner}, 'rpt_' || n, 'ssn-trace', 'clear', '[]', ${created} ${of(ROWS)};
    insert into adverse_actions (id, tenant_id, report_id, candidate_id, phase, stage, status, record_ids, check_ids,
        waiting_period_days, pre_notice_sent_at, history, created_at, updated_at)
      select 'adv_' || n, ${owner}, 'rpt_' || n, 'cand_' || n, ${old('canceled', 'completed')},
        ${old('dispute', 'final-notice')}, ${old('canceled', 'completed')}, '{}', '{}', 7, ${created}, '[]', ${created}, ${created} ${of(ROWS)};
    insert into bulk_imports (id, tenant_id, file_name, status, row_count, valid_count, pending_count, missing_count,
        file_issues, created_at, updated_at)
      select id, '${tenant}', id, 'validated', 1, 1, 0, 0, '[]', '${first}', '${first}'
      from (values ('${bigImport}'), ('${oldImport}')) v (id);
    insert into bulk_imports (id, tenant_id, file_name, status, row_count, valid_count, pending_count, missing_count,
        file_issues, created_at, updated_at)
      select 'imp_' || n, ${owner}, 'roster.csv', ${old('rejected', 'committed')}, 1, 1, 0, 0, '[]', ${created}, ${created}
      ${of(FEW)};
    insert into bulk_import_rows (id, tenant_id, import_id, line, status, "values", requirements, issues, created_at, updated_at)
      select 'row_' || n, '${tenant}', ${old(oldImport, bigImport)}, n,
        case when n <= ${OLD} then 'missing' when n % 2 = 0 then 'pending' else 'valid' end, '{}', '[]', '[]', ${created}, ${created}
      ${of(ROWS)}`);
}
