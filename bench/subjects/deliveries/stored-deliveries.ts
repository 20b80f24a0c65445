import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { postgresServer } from '../../measure/postgres-server.js';

/** A database for the length of a benchmark. */
interface Database {
  readonly url: string;
  drop(): Promise<void>;
}

/** The tables of the service in a database. */
interface ServiceDatabase {
  /** Stores deliveries that have succeeded, an attempt each. */
  addHistory(count: number): Promise<void>;
  /** Makes deliveries due now, and resolves with the milliseconds until all were made. */
  deliver(count: number): Promise<number>;
  close(): Promise<void>;
}

export async function createDatabase(): Promise<Database> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name}`);
  const url = new URL(postgresServer);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) };
}

/** @param url Of a database on which the service has started. */
export async function serviceDatabase(url: string, receiver: string): Promise<ServiceDatabase> {
  const client = new Client(url);
  await client.connect();
  await client.query(`insert into webhook_endpoints
      (id, tenant_id, integration_id, url, event_types, retry_policy, paused, secret, in_process, created_at, updated_at)
    select 'we_' || n, 'acct', (select id from integrations limit 1), '${receiver}', '{document_verification.completed}',
      '{"maxAttempts":5,"backoff":"exponential","initialDelaySeconds":60,"multiplier":2,"maxDelaySeconds":3600,"timeoutSeconds":15,"jitter":0}',
      false, 'whsec_sbx_ofTheBenchmark00000000000000', false, now(), now() from generate_series(1, ${ENDPOINTS}) n`);
  let stored = 0;

  async function store(count: number, status: 'scheduled' | 'succeeded'): Promise<void> {
    const [first, last] = [stored + 1, stored + count];
    stored = last;
    await client.query(`insert into events (id, tenant_id, integration_id, type, created, body, subject_id)
      select 'evt_' || n, 'acct', (select id from integrations limit 1), 'document_verification.completed', now(),
        convert_to(repeat('x', 900), 'UTF8'), 'dv_' || n from generate_series(${first}, ${last}) n`);
    await client.query(`insert into webhook_deliveries (id, tenant_id, integration_id, event_id, event_type, test, endpoint_id,
        status, attempt_count, next_attempt_at, created_at, updated_at)
      select 'dlv_' || n, 'acct', (select id from integrations limit 1), 'evt_' || n, 'document_verification.completed', false,
        'we_' || (1 + n % ${ENDPOINTS}), '${status}', ${status === 'scheduled' ? 0 : 1}, now(), now(), now()
      from generate_series(${first}, ${last}) n`);
    if (status === 'scheduled') {
      await client.query(`insert into jobs (kind, ref, due_at, endpoint_id)
        select 'delivery_attempt', 'dlv_' || n, now(), 'we_' || (1 + n % ${ENDPOINTS}) from generate_series(${first}, ${last}) n`);
    } else {
      await client.query(`insert into webhook_attempts (id, delivery_id, number, trigger, state, url, request_headers,
          signed_at, started_at, duration_ms, response_status, response_headers, response_body)
        select 'att_' || n, 'dlv_' || n, 1, 'scheduled', 'succeeded', '${receiver}', '{"Content-Type":"application/json"}',
          now(), now(), 3, 200, '{}', '' from generate_series(${first}, ${last}) n`);
    }
  }

  return {
    async addHistory(count) {
      for (let left = count; left > 0; left -= BATCH) {
        await store(Math.min(left, BATCH), 'succeeded');
      }
      await client.query('vacuum analyze');
    },
    async deliver(count) {
      await client.query('begin');
      await store(count, 'scheduled');
      await client.query('commit');
      const startedAt = performance.now();
      await client.query(`select pg_notify('screening_sandbox', 'bench')`);
      while ((await client.query('select 1 from jobs limit 1')).rowCount !== 0) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return performance.now() - startedAt;
    },
    close: () => client.end(),
  };
}

const ENDPOINTS = 10;
const BATCH = 100_000;

async function administer(statement: string): Promise<void> {
  const client = new Client(postgresServer);
  await client.connect();
  await client.query(statement);
  await client.end();
}
