import { store, workThrough } from 'screening-webhooks-test-support/inbox';
import { startProgram } from 'screening-webhooks-test-support/program';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { redisInbox } from '../src/inbox/index.js';
import { describeOnRedis, useRedis } from '../test/support/on-redis.js';

// Slow because a lease must end by real time: BullMQ notices a dead worker after one to two leases of 5 s. Margin: the
// new worker, whose handler takes no time, must renew or end its own lease within 5 s.
const lease = 5000;

describeOnRedis('a worker process that is killed', () => {
  const { connection, prefix } = useRedis();

  it('loses its event to another worker, before the next event of the same order value', async () => {
    const inbox = redisInbox({ connection, prefix, lease, orderBy: 'verificationId' });
    for (const id of ['evt_1', 'evt_2']) await store(inbox, id);
    const program = new URL('../test/support/work-in-process.ts', import.meta.url);
    const killed = startProgram(program, prefix, String(lease));
    await until(() => killed.output() === 'evt_1');
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await workThrough(inbox, 2)).toEqual(['evt_1', 'evt_2']);
  });
});
