import { PGlite } from '@electric-sql/pglite';
import { type EventEnvelope, memoryStore, resultId } from '@screening-webhooks/core';
import { type PostgresClient, postgresStore, transactional } from '@screening-webhooks/postgres';
import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { requireService } from '../../../testing/test/support/service.js';
import type { ReconciliationReport } from '../../src/index.js';
import { drill, LATE, LOST, losingCommits, TWICE, VERIFICATIONS } from '../support/drill.js';
import { seededRandom } from '../support/seeded-random.js';

const sum = (
  reports: readonly ReconciliationReport[],
  field: 'recovered' | 'alreadyHandled',
): number => reports.reduce((total, report) => total + report[field], 0);

function mustBeTheDrill(counts: Awaited<ReturnType<typeof drill>>['counts']): void {
  const share = (count: number): number => Math.round((100 * count) / VERIFICATIONS) / 100;
  expect(share(counts.lost)).toBeCloseTo(LOST, 1);
  expect(share(counts.late)).toBeCloseTo(LATE, 1);
  expect(share(counts.twice)).toBeCloseTo(TWICE * (1 - LOST), 1);
}

async function exactlyOnce<Tx extends { query: (text: string, values: string[]) => unknown }>(
  client: PostgresClient<Tx>,
  rowsOf: (text: string) => Promise<readonly Record<string, unknown>[]>,
) {
  const inner = postgresStore(client);
  await inner.migrate();
  await rowsOf('CREATE TABLE activations (clinician text)');
  // Claims are in memory, so that a lost commit has nobody to stop the second run but the transaction.
  const dedupe = losingCommits(memoryStore(), seededRandom(7));
  let runs = 0;
  const handler = transactional(
    client,
    async (event: EventEnvelope, { tx }) => {
      runs += 1;
      const clinician = String(Reflect.get(Object(event.data), 'externalId'));
      await tx.query('INSERT INTO activations (clinician) VALUES ($1)', [clinician]);
    },
    { key: resultId },
  );
  const { counts, reports, waiting } = await drill({ dedupe, handler });
  const [row] = await rowsOf(
    'SELECT count(*)::int AS effects, count(DISTINCT clinician)::int AS clinicians FROM activations',
  );
  mustBeTheDrill(counts);
  expect({ ...row, runs, waiting }).toEqual({
    effects: VERIFICATIONS,
    clinicians: VERIFICATIONS,
    runs: VERIFICATIONS,
    waiting: 0,
  });
  expect(dedupe.lost()).toBeGreaterThan(0);
  expect(sum(reports, 'recovered')).toBeGreaterThanOrEqual(counts.lost);
}

const admin = { host: '127.0.0.1', port: 5432, user: 'postgres', database: 'postgres' };
const answers = await requireService('PostgreSQL', async () => {
  const pool = new Pool({ ...admin, max: 1, connectionTimeoutMillis: 2000 });
  await pool.query('SELECT 1').finally(() => pool.end());
});
describe('1,000 verifications, their webhooks lost, doubled and late, with pollers beside', () => {
  it('exactly once with a transactional handler', { timeout: 60_000 }, async () => {
    const pglite = new PGlite();
    await exactlyOnce(
      pglite,
      async (text) => (await pglite.query<Record<string, unknown>>(text)).rows,
    );
    await pglite.close();
  });

  it.skipIf(!answers)('the same on a PostgreSQL server', { timeout: 60_000 }, async () => {
    const name = `screening_drill_${crypto.randomUUID().replaceAll('-', '')}`;
    const maintenance = new Pool({ ...admin, max: 1 });
    await maintenance.query(`CREATE DATABASE ${name}`);
    const pool = new Pool({ ...admin, database: name, max: 10 });
    // The database is dropped under connections that are still closing.
    pool.on('error', () => {});
    try {
      await exactlyOnce(pool, async (text) => (await pool.query(text)).rows);
    } finally {
      await pool.end();
      await maintenance.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await maintenance.end();
    }
  });

  it('once each with a plain handler, while no commit is lost', { timeout: 60_000 }, async () => {
    const runs = new Map<string, number>();
    const handler = (event: EventEnvelope): void => {
      runs.set(resultId(event), (runs.get(resultId(event)) ?? 0) + 1);
    };
    const { counts, reports, waiting } = await drill({ handler, dedupe: memoryStore() });
    mustBeTheDrill(counts);
    expect({ handled: runs.size, most: Math.max(...runs.values()), waiting }).toEqual({
      handled: VERIFICATIONS,
      most: 1,
      waiting: 0,
    });
    expect(sum(reports, 'recovered')).toBeGreaterThanOrEqual(counts.lost);
    expect(sum(reports, 'recovered') + sum(reports, 'alreadyHandled')).toBeGreaterThanOrEqual(
      VERIFICATIONS,
    );
  });

  it('at least once each where commits are lost', { timeout: 60_000 }, async () => {
    const runs = new Map<string, number>();
    const handler = (event: EventEnvelope): void => {
      runs.set(resultId(event), (runs.get(resultId(event)) ?? 0) + 1);
    };
    const dedupe = losingCommits(memoryStore(), seededRandom(7));
    const { counts, waiting } = await drill({ handler, dedupe });
    mustBeTheDrill(counts);
    expect({ handled: runs.size, waiting }).toEqual({ handled: VERIFICATIONS, waiting: 0 });
    expect(Math.max(...runs.values())).toBeGreaterThan(1);
  });
});
