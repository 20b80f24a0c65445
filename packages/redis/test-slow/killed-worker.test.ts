import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fixture } from '@screening-webhooks/testing';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisInbox } from '../src/inbox/index.js';
import { deleteKeys, openIoredis, pingRedis } from '../test/support/clients.js';
import { waitUntil } from '../test/support/wait-until.js';

// Slow because a lease must end by real time: BullMQ notices a dead worker after one to two leases of 5 s. Margin: the
// new worker, whose handler takes no time, must renew or end its own lease within 5 s.
const lease = 5000;

const redisAnswers = await requireService('Redis', pingRedis);

describe.skipIf(!redisAnswers)('a worker process that is killed', () => {
  const prefix = `{test-${randomUUID()}}`;
  let connection: Redis;
  beforeAll(async () => {
    connection = (await openIoredis()).client;
  });
  afterAll(async () => {
    await deleteKeys(connection, prefix);
    connection.disconnect();
  });

  it('loses its event to another worker, before the next event of the same order value', async () => {
    const inbox = redisInbox({ connection, prefix, lease, orderBy: 'verificationId' });
    for (const id of ['evt_1', 'evt_2']) {
      const event = fixture('document_verification.recorded', { id });
      await inbox.store(event, { key: `int:${id}`, receivedAt: Date.now() });
    }
    const program = fileURLToPath(new URL('../test/support/work-in-process.ts', import.meta.url));
    const flags = ['--conditions=@screening-webhooks/source', '--import=tsx', program];
    const child = spawn(process.execPath, [...flags, prefix, String(lease)]);
    const [started] = await once(child.stdout, 'data');
    expect(String(started)).toBe('evt_1');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;

    const processedIds: string[] = [];
    const worker = await inbox.work(async ({ id }) => {
      processedIds.push(id);
      return { kind: 'processed' };
    });
    await waitUntil(() => processedIds.length >= 2);
    await worker.stop();
    expect(processedIds).toEqual(['evt_1', 'evt_2']);
  });
});
