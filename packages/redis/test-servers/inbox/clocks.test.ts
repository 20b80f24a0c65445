import { store, workThrough } from 'screening-webhooks-test-support/inbox';
import { runProgram } from 'screening-webhooks-test-support/program';
import { expect, it } from 'vitest';
import { describeOnRedis, useInboxes } from '../support/on-redis.js';

const HOUR = 3_600_000;
const program = new URL('../support/fail-once-in-process.ts', import.meta.url);

describeOnRedis('a retry that a worker with a wrong clock has scheduled', () => {
  const { createInbox } = useInboxes({ orderBy: 'verificationId' });

  it.each([
    ['an hour ahead', HOUR],
    ['an hour behind', -HOUR],
  ])('comes when it is due by the clock of the server, with a clock %s', async (_name, offset) => {
    const { inbox, queue, options } = createInbox();
    for (const id of ['evt_1', 'evt_2']) await store(inbox, id);
    const started = await runProgram(program, options.prefix, String(offset));
    expect(started).toMatch(/^(evt_1)+$/);
    expect(await workThrough(inbox, 2)).toEqual(['evt_1', 'evt_2']);
    expect(await queue.getCompletedCount()).toBe(2);
  });
});
