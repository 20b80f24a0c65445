import { store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { startProgram } from 'screening-webhooks-test-support/program';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { describeOnRedis, useInboxes } from '../test/support/on-redis.js';

// Slow because leases must end by real time, and because of five processes. Margins: a process must renew leases of 3 s in
// time, or a healthy event runs once more, alone.
const lease = 3000;
const attempts = 3;

describeOnRedis('an event that ends the process of its worker', () => {
  const { createInbox } = useInboxes({ lease, attempts });

  it('becomes a dead letter, and nine events beside it are processed', async () => {
    const { inbox, queue, options } = createInbox();
    const ids = ['evt_poison', ...Array.from({ length: 9 }, (_, index) => `evt_${index}`)];
    for (const id of ids) await store(inbox, id);
    const program = new URL('../test/support/die-in-process.ts', import.meta.url);
    let deaths = 0;
    let isDead = false;
    while (!isDead) {
      // The first time beside the others, then alone.
      const together = deaths === 0 ? ids.length : 1;
      const given = [lease, attempts, together].map(String);
      const { child, ended } = startProgram(program, options.prefix, ...given);
      await until(async () => {
        isDead = (await inbox.deadLetters()).length === 1;
        return isDead || child.exitCode !== null || child.signalCode !== null;
      });
      if (isDead) child.kill('SIGKILL');
      else deaths += 1;
      await ended;
    }
    expect(deaths).toBe(1 + attempts);
    const letters = await inbox.deadLetters();
    expect(letters.map(({ event, attempts: made }) => [event.id, made])).toEqual([
      ['evt_poison', attempts],
    ]);
    const worker = await workAndNote(inbox);
    await until(async () => (await queue.getCompletedCount()) === 9);
    await worker.stop();
    expect(await inbox.deadLetters()).toHaveLength(1);
  });
});
