import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fixture } from '@screening-webhooks/testing';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { redisInbox } from '../src/inbox/index.js';
import { deleteKeys, openIoredis, pingRedis } from '../test/support/clients.js';
import { waitUntil } from '../test/support/wait-until.js';

// Slow because leases must end by real time, and because of five processes. Margins: a process must renew leases of 3 s in
// time, or a healthy event runs once more, alone.
const lease = 3000;
const attempts = 3;

const redisAnswers = await requireService('Redis', pingRedis);

describe.skipIf(!redisAnswers)('an event that ends the process of its worker', () => {
  const prefix = `{test-${randomUUID()}}`;
  let connection: Redis;
  beforeAll(async () => {
    connection = (await openIoredis()).client;
  });
  afterAll(async () => {
    await deleteKeys(connection, prefix);
    connection.disconnect();
  });

  it('becomes a dead letter, and nine events beside it are processed', async () => {
    const inbox = redisInbox({ connection, prefix, lease, attempts });
    const ids = ['evt_poison', ...Array.from({ length: 9 }, (_, index) => `evt_${index}`)];
    for (const id of ids) {
      const event = fixture('document_verification.recorded', { id });
      await inbox.store(event, { key: `int:${id}`, receivedAt: Date.now() });
    }
    const program = fileURLToPath(new URL('../test/support/die-in-process.ts', import.meta.url));
    const flags = ['--conditions=@screening-webhooks/source', '--import=tsx', program];
    let deaths = 0;
    let isDead = false;
    while (!isDead) {
      const args = [...flags, prefix, String(lease), String(attempts)];
      const child = spawn(process.execPath, args, { stdio: 'ignore' });
      const exited = once(child, 'exit');
      await waitUntil(async () => {
        isDead = (await inbox.deadLetters()).length === 1;
        return isDead || child.exitCode !== null || child.signalCode !== null;
      });
      if (isDead) child.kill('SIGKILL');
      else deaths += 1;
      await exited;
    }
    // The first time beside the others, then alone.
    expect(deaths).toBe(1 + attempts);
    const letters = await inbox.deadLetters();
    expect(letters.map(({ event, attempts: made }) => [event.id, made])).toEqual([
      ['evt_poison', attempts],
    ]);
    const worker = await inbox.work(async () => ({ kind: 'processed' }));
    const queue = new Queue('inbox', { connection, prefix });
    await waitUntil(async () => (await queue.getCompletedCount()) === 9);
    await worker.stop();
    expect(await inbox.deadLetters()).toHaveLength(1);
  });
});
