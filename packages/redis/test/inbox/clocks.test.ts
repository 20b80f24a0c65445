import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fixture } from '@screening-webhooks/testing';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireService } from '../../../testing/test/support/service.js';
import { redisInbox } from '../../src/inbox/index.js';
import { deleteKeys, openIoredis, pingRedis } from '../support/clients.js';
import { waitUntil } from '../support/wait-until.js';

const redisAnswers = await requireService('Redis', pingRedis);
// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const HOUR = 3_600_000;
const run = promisify(execFile);
const program = fileURLToPath(new URL('../support/fail-once-in-process.ts', import.meta.url));

describe.skipIf(!redisAnswers)('a retry that a worker with a wrong clock has scheduled', () => {
  const prefix = `{test-${randomUUID()}}`;
  let connection: Redis;
  beforeAll(async () => {
    connection = (await openIoredis()).client;
  });
  afterAll(async () => {
    await deleteKeys(connection, prefix);
    connection.disconnect();
  });

  it.each([
    ['an hour ahead', HOUR],
    ['an hour behind', -HOUR],
  ])('comes when it is due by the clock of the server, with a clock %s', async (name, offset) => {
    const own = `${prefix}${name}`;
    const inbox = redisInbox({ connection, prefix: own, orderBy: 'verificationId' });
    for (const id of ['evt_1', 'evt_2']) {
      const event = fixture('document_verification.recorded', { id });
      await inbox.store(event, { key: `int:${id}`, receivedAt: Date.now() });
    }
    const flags = ['--conditions=@screening-webhooks/source', '--import=tsx', program];
    const { stdout } = await run(process.execPath, [...flags, own, String(offset)]);
    expect(stdout).toMatch(/^(evt_1)+$/);
    const processed: string[] = [];
    const worker = await inbox.work(async ({ id }) => {
      processed.push(id);
      return { kind: 'processed' };
    });
    await waitUntil(() => processed.length >= 2);
    await worker.stop();
    expect(processed).toEqual(['evt_1', 'evt_2']);
    const queue = new Queue('inbox', { connection, prefix: own });
    expect(await queue.getCompletedCount()).toBe(2);
  });
});
