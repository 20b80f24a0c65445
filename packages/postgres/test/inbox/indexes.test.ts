import type { PoolClient } from 'pg';
import { expect, it } from 'vitest';
import { postgresInbox } from '../../src/inbox/index.js';
import { jobId } from '../../src/inbox/job-id.js';
import { processed, store } from '../support/inbox-events.js';
import { createTestDatabase, describeOnServer } from '../support/server.js';
import { until } from '../support/until.js';

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

describeOnServer('a table with many events', () => {
  it('is never read completely by stores and workers', async () => {
    const database = await createTestDatabase();
    const pool = database.pool();
    const sent = new Map<string, Sent>();
    // The pool, recording its statements with their values.
    const recording = Object.assign(Object.create(pool), {
      query(query: Sent) {
        if (query.values) sent.set(query.text, query);
        return pool.query({ ...query, values: [...query.values] });
      },
    });
    const inbox = postgresInbox<PoolClient>(recording, { orderBy: 'verificationId' });
    await postgresInbox(pool).migrate();
    const columns = 'name, id, data, state, singleton_key, start_after, completed_on';
    const job = 'screening_webhook_inbox.job';
    await database.admin(`INSERT INTO ${job} (${columns})
      SELECT 'inbox', gen_random_uuid(), '{"receivedAt": 1}', 'completed', 'k' || n, now(), now()
      FROM generate_series(1, 20000) n`);
    await database.admin(`INSERT INTO ${job} (${columns})
      SELECT 'inbox', gen_random_uuid(), '{"receivedAt": 1, "event": "{}"}', 'created', 'w' || n, now(), NULL
      FROM generate_series(1, 20000) n`);
    await database.admin(`ANALYZE ${job}`);

    let runs = 0;
    const worker = await inbox.work(async () => {
      runs += 1;
      return runs === 1 ? { kind: 'failed', error: 'once' } : processed;
    });
    await store(inbox, 'evt_1');
    await store(inbox, 'evt_1');
    await until(() => runs > 20);
    await worker.stop();
    await inbox.deadLetters();
    await inbox.replay({ id: 'evt_1' });

    const kinds = [...sent.values()].map(({ text }) => text.trim().split(/\s+/)[0]);
    expect(kinds.length).toBeGreaterThan(8);
    for (const { text, values } of sent.values()) {
      const plan = await pool.query({ text: `EXPLAIN ${text}`, values: [...values] });
      const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(lines, text).not.toMatch(/Seq Scan on j\w{50}/);
      expect(lines, text).not.toContain('Sort Key: job.created_on');
    }
    expect(jobId('evt_1', 'int:evt_1')).toBeTruthy();
  });
});
