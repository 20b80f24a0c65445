import type { ExplainedDatabase } from './explained-database.js';
import { filled, NOW } from './fill.js';

const ALIKE = 10_000;

/**
 * Fills a database with 10,000 events of one type, and a delivery of each to one of ten endpoints of the account. The deliveries are
 * alike, and the statistics show it.
 */
export async function fillAlike(
  { admin }: ExplainedDatabase,
  {
    status,
    cause,
  }: { readonly status: 'scheduled' | 'succeeded' | 'failed'; readonly cause?: 'timeout' },
): Promise<void> {
  const owner = `'${filled.tenant}', null`;
  const of = `from generate_series(1, ${ALIKE}) n`;
  const failed = cause
    ? `'${cause}', '${NOW}'::timestamptz, '${NOW}'::timestamptz`
    : 'null, null, null';
  // No trigger and no foreign key, as in `fill`.
  await admin(`set session_replication_role = replica;
    insert into webhook_endpoints (id, tenant_id, integration_id, url, event_types, retry_policy, paused, secret, in_process,
        created_at, updated_at)
      select 'we_' || n, ${owner}, 'http://receiver.localhost/', '{}', '{}', false, 'whsec', true, '${NOW}', '${NOW}'
      from generate_series(0, 9) n;
    insert into events (id, tenant_id, integration_id, type, created, body, test, subject_id)
      select 'evt_' || n, ${owner}, 'document_verification.failed', '${NOW}', '{}', false, 'dv_' || n ${of};
    insert into webhook_deliveries (id, tenant_id, integration_id, event_id, event_type, test, endpoint_id, status, cause,
        failing_since, failed_at, attempt_count, created_at, updated_at)
      select 'dlv_' || n, ${owner}, 'evt_' || n, 'document_verification.failed', false, 'we_' || n % 10, '${status}', ${failed}, 0,
        '${NOW}', '${NOW}' ${of}`);
  await admin('vacuum analyze');
}
