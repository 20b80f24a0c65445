import type { ExplainedDatabase } from './explained-database.js';
import { candidateOfRow, fillHiring, hiringTables } from './fill-hiring.js';

/** The number of deliveries, each with an event. Most other tables have fewer rows. */
const DELIVERIES = 200_000;
const OTHERS = 50_000;
const TESTS = 5000;
const READS = 20_000;
/** The number of oldest rows, which have values that no others have. */
const OLD = 2000;

/** The objects of the rows below that the tests name. */
export const filled = {
  tenant: 'acct',
  otherTenant: 'ten_other',
  /** A tenant with test events only. */
  testTenant: 'ten_tests',
  /** Has only the oldest rows. */
  oldIntegration: 'int_old',
  /** Has no row. */
  quietIntegration: 'int_quiet',
  otherIntegration: 'int_other',
  testIntegration: 'int_tests',
  /** Has most deliveries. */
  busyEndpoint: 'we_busy',
  secondEndpoint: 'we_second',
  oldEndpoint: 'we_old',
  quietEndpoint: 'we_quiet',
  otherEndpoint: 'we_other',
} as const;

/** The creation time of the first row. The others follow by the minute. */
const FIRST = '2026-01-01T00:00:00Z';
/** A time after the last row. */
export const NOW = '2027-01-01T00:00:00.000Z';

const tables = [
  'integrations',
  'api_keys',
  'idempotent_answers',
  'api_requests',
  'candidates',
  'outbox_messages',
  'verification_sessions',
  'document_verifications',
  'webhook_endpoints',
  'events',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_delivery_changes',
  'jobs',
  ...hiringTables,
] as const;

/** The tables that are large. */
export const largeTables: ReadonlySet<string> = new Set(tables);

/**
 * Fills the database of a started service. Only the oldest rows have rare statuses, types and owners, which is the worst case
 * for a list that begins with the newest.
 *
 * @param busy The integration that has most rows.
 */
export async function fill(database: ExplainedDatabase, busy: string): Promise<void> {
  const { admin } = database;
  const created = `'${FIRST}'::timestamptz + n * interval '1 minute'`;
  const integration = `case when n <= ${OLD} then '${filled.oldIntegration}'
    when n % 20 = 0 then '${filled.otherIntegration}' when n % 20 = 1 then 'int_' || n % 1000
    else '${busy}' end`;
  const tenant = `case when n > ${OLD} and n % 20 = 0 then '${filled.otherTenant}' else '${filled.tenant}' end`;
  const endpoint = `case when n <= ${OLD} then '${filled.oldEndpoint}'
    when n % 20 = 0 then '${filled.otherEndpoint}' when n % 20 = 1 then 'we_' || n % 1000
    when n % 5 = 2 then '${filled.secondEndpoint}' else '${filled.busyEndpoint}' end`;
  const type = `'document_verification.' ||
    case when n <= ${OLD + 50} then 'recorded' when n % 7 = 0 then 'failed' else 'completed' end`;
  const config = `case when n <= ${OLD + 50} then 'tb-test' else 'rn-license' end`;
  const cause = `case when n <= ${OLD + 50} then null when n <= ${OLD + 60} then 'timeout' when n % 50 = 3 then 'server_error' end`;
  const isTest = 'n % 100 = 99';
  const of = (rows: number): string => `from generate_series(1, ${rows}) n`;
  const owner = 'tenant_id, integration_id';

  await admin(`
    -- No trigger and no foreign key, which take most of the time.
    set session_replication_role = replica;
    insert into integrations (id, tenant_id, name, slug, status, created_at, updated_at)
      select id, tenant, id, id, 'active', '${FIRST}', '${FIRST}' from (values
        ('${filled.oldIntegration}', '${filled.tenant}'), ('${filled.quietIntegration}', '${filled.tenant}'),
        ('${filled.otherIntegration}', '${filled.otherTenant}'),
        ('${filled.testIntegration}', '${filled.testTenant}')) v (id, tenant);
    insert into integrations (id, tenant_id, name, slug, status, created_at, updated_at)
      select 'int_' || n, '${filled.tenant}', n, 'integration-' || n, 'archived', '${FIRST}', '${FIRST}' ${of(5000)};
    insert into api_keys (id, ${owner}, scope, label, hash, prefix, last4, allowed_origins, created_at, updated_at)
      select 'key_' || n, ${tenant}, nullif(${integration}, '${filled.oldIntegration}'),
        case n % 2 when 0 then 'full_access' else 'candidate_create' end, 'Key', 'hash_' || n, 'bss_', 'last',
        case n % 2 when 0 then '{}' else array['https://page-' || n || '.example'] end, ${created}, ${created}
      ${of(5000)};
    insert into idempotent_answers (principal, target, key, request_hash, status, body, created_at)
      select 'key_1', 'POST /v1/candidates', n, 'hash', 201, '{}', ${created} ${of(OTHERS)};
    -- The newest are reads of the dashboard.
    insert into api_requests (id, ${owner}, key_id, method, path, operation_id, status, object_id, duration_ms, created_at)
      select 'req_' || n, ${tenant}, ${integration},
        case when n <= ${OLD} then 'key_old' when n > ${OTHERS - READS} then 'dashboard'
          when n % 2 = 0 then 'key_2' else 'key_1' end,
        case when n <= ${OLD} then 'DELETE' when n % 3 = 0 and n <= ${OTHERS - READS} then 'POST' else 'GET' end,
        case when n <= ${OLD} then '/v1/old' when n % 3 = 1 then '/v1/candidates' else '/v1/events' end, 'listEvents',
        case when n <= ${OLD} then 500 when n % 7 = 0 then 422 else 200 end,
        case n % 3 when 0 then 'obj_' || n end, 1, ${created}
      ${of(OTHERS)};
    insert into candidates (id, tenant_id, external_id, first_name, last_name, email, role_id, status, metadata, created_at,
        updated_at)
      select 'cand_' || n, ${tenant}, case n % 2 when 0 then 'same' else 'external_' || n end, 'Maria', 'Ortiz',
        case n % 2 when 0 then 'same@example.com' else n || '@example.com' end,
        case when n <= ${OLD} then 'role_old' else 'role_busy' end,
        case when n <= ${OLD} then 'archived' else 'new' end, '{}', ${created}, ${created}
      ${of(OTHERS)};
    insert into outbox_messages (id, tenant_id, "to", subject, text, created_at)
      select 'msg_' || n, '${filled.tenant}', 'to', 'subject', 'text', ${created} ${of(TESTS)};
    insert into verification_sessions (id, ${owner}, reference, document_config_slugs, expires_at, created_at, updated_at)
      select 'dvs_' || n, ${tenant}, ${integration}, n, '{rn-license}', '2027-06-01', ${created}, ${created} ${of(OTHERS)};
    insert into jobs (kind, ref, due_at) select 'session_expiry', 'dvs_' || n, '2027-06-01' ${of(OTHERS)};
    insert into document_verifications (id, ${owner}, external_id, candidate_id, session_id, document_config_id, document_config_slug, state, status,
        form_data, metadata, file_ids, attempt_count, created_at)
      select 'dv_' || n, ${tenant}, ${integration}, 'external_' || n,
        ${candidateOfRow}, 'dvs_' || n,
        ${config}, ${config}, 'CA',
        case when n <= ${OLD + 50} then 'RECORDED' when n <= ${OLD + 60} then 'PENDING' when n % 7 = 0 then 'FAILED' else 'VERIFIED' end,
        '{}', '{}', '{}', 1, ${created}
      ${of(OTHERS)};
    insert into webhook_endpoints (id, ${owner}, url, event_types, retry_policy, paused, secret, in_process, created_at,
        updated_at, deleted_at)
      select id, tenant, integration, 'http://receiver.localhost/' || id, '{}',
        '{"maxAttempts":5,"backoff":"fixed","initialDelaySeconds":60,"multiplier":1,"maxDelaySeconds":60,"timeoutSeconds":15,"jitter":0}',
        false, 'whsec_' || id, true, '${FIRST}', '${FIRST}', null
      from (values ('${filled.busyEndpoint}', '${filled.tenant}', '${busy}'),
        ('${filled.secondEndpoint}', '${filled.tenant}', '${busy}'),
        ('${filled.quietEndpoint}', '${filled.tenant}', '${filled.quietIntegration}'),
        ('${filled.oldEndpoint}', '${filled.tenant}', '${filled.oldIntegration}'),
        ('${filled.otherEndpoint}', '${filled.otherTenant}', '${filled.otherIntegration}')) v (id, tenant, integration);
    -- Endpoints are made and deleted.
    insert into webhook_endpoints (id, ${owner}, url, event_types, retry_policy, paused, secret, in_process, created_at,
        updated_at, deleted_at)
      select 'we_' || n, ${tenant}, case n % 3 when 0 then null else '${busy}' end, 'http://receiver.localhost/', '{}',
        '{}', false, 'whsec', true, ${created}, ${created}, ${created}
      ${of(5000)};
    -- Of one tenant, integrations have almost all, of the other, the account.
    insert into webhook_endpoints (id, ${owner}, url, event_types, retry_policy, paused, secret, in_process, created_at,
        updated_at)
      select 'we_live_' || n, ${tenant}, case when (n % 20 = 0) = (n % 1000 > 1) then null else '${filled.oldIntegration}' end,
        'http://receiver.localhost/', '{}', '{}', false, 'whsec', true, ${created}, ${created}
      ${of(OTHERS)};
    insert into events (id, ${owner}, type, created, body, test, subject_id, external_id, request_id)
      select 'evt_' || n, ${tenant}, ${integration}, ${type}, ${created}, '{"data":{}}', ${isTest}, 'dv_' || n,
        'external_' || n, case when n between 100000 and 105000 then 'req_import' else 'req_' || n end
      ${of(DELIVERIES)};
    insert into events (id, ${owner}, type, created, body, test, subject_id)
      select 'evt_test_' || n, '${filled.testTenant}', '${filled.testIntegration}', ${type}, ${created}, '{"data":{}}',
        true, 'dv_test_' || n
      ${of(TESTS)};
    insert into webhook_deliveries (id, ${owner}, event_id, external_id, event_type, test, endpoint_id, status, cause, failing_since,
        failed_at, attempt_count, created_at, updated_at)
      select 'dlv_' || n, ${tenant}, ${integration}, 'evt_' || n, 'external_' || n, ${type}, ${isTest}, ${endpoint},
        case when n <= ${OLD + 50} then 'canceled' when n <= ${OLD + 60} then 'held' when n % 50 = 3 then 'failed' else 'succeeded' end,
        ${cause}, case when ${cause} is null then null else ${created} end, case when ${cause} is null then null else ${created} end,
        1, ${created}, ${created}
      ${of(DELIVERIES)};
    insert into webhook_attempts (id, delivery_id, number, trigger, state, url, request_headers, signed_at, started_at)
      select 'att_' || n, 'dlv_' || n, 1, 'scheduled', case when ${cause} is null then 'succeeded' else 'failed' end, 'http://receiver.localhost/', '{}', ${created}, ${created}
      ${of(DELIVERIES)};
    -- A few are pending.
    update webhook_deliveries set status = 'retrying', next_attempt_at = '2027-06-01'
      where id in (select 'dlv_' || n from generate_series(${DELIVERIES - 30}, ${DELIVERIES}) n);
    insert into jobs (kind, ref, due_at, endpoint_id)
      select 'delivery_attempt', id, next_attempt_at, endpoint_id from webhook_deliveries where status = 'retrying'`);
  const { tenant: owningTenant, otherTenant, testTenant } = filled;
  await fillHiring(database, { first: FIRST, tenant: owningTenant, otherTenant, testTenant });
  await admin('vacuum analyze');
}
