import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it, vi } from 'vitest';
import { webhookDeliveries } from '../src/service/db/schema/index.js';
import { deferred } from '../test/support/deferred.js';
import { describeWithPostgres, scratchDatabase } from '../test/support/scratch-postgres.js';
import { API_KEY } from '../test/support/shared-database.js';
import { startCommand } from './support/start-command.js';

// Only ends a hang.
const patience = { timeout: 60_000, interval: 100 };

describeWithPostgres('a process whose tables a newer version has changed', () => {
  it('ends attempts in flight, takes no more jobs, is not ready, and says why', async () => {
    const scratch = await scratchDatabase({ migrated: false });
    const env = { SCREENING_DATABASE_URL: scratch.url, SCREENING_API_KEY: API_KEY };
    try {
      const { child, ended, url, integrationId, ...service } = await startCommand([], { env });
      const answer = deferred<void>();
      const requests: unknown[] = [];
      const receiver = await serve(async (request, response) => {
        requests.push(request.headers['service-delivery-id']);
        await answer.promise;
        response.end();
      });
      await service.call('/v1/webhook-endpoints', { url: receiver.url, integrationId });
      const trigger = { type: 'document_verification.completed', via: 'direct' };
      expect((await service.control('/trigger', trigger)).status).toBe(201);
      await vi.waitFor(() => expect(requests).toHaveLength(1), patience);
      await scratch.sql.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
      );
      // Without a request.
      await vi.waitFor(() => expect(service.stderr()).toContain('NewerTablesError'), patience);
      answer.resolve();
      const statuses = () =>
        scratch.sql.select({ status: webhookDeliveries.status }).from(webhookDeliveries);
      await vi.waitFor(
        async () => expect(await statuses()).toEqual([{ status: 'succeeded' }]),
        patience,
      );
      // As a newer process would do.
      await scratch.sql.execute(sql`update webhook_deliveries set status = 'scheduled'`);
      await scratch.sql.execute(
        sql`insert into jobs (kind, ref, due_at) select 'delivery_attempt', id, now() - interval '1 minute' from webhook_deliveries`,
      );
      // Longer than an engine waits before it looks for work.
      await sleep(7000);
      const readiness = await fetch(`${url}/readyz`);
      expect(readiness.status).toBe(503);
      expect(await readiness.json()).toEqual({ status: 'unavailable', reason: 'newer_schema' });
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect((await service.call('/v1/events')).status).toBe(503);
      expect(requests).toHaveLength(1);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(requests).toHaveLength(1);
      expect(service.stderr().match(/^screening-sandbox: .*/gm)).toEqual([
        expect.stringContaining('A newer version of screening-sandbox has changed the tables'),
        expect.stringContaining('stopping at SIGTERM'),
      ]);
    } finally {
      await scratch.close();
    }
  });
});
