import {
  expectQueueOfOracle,
  ORACLE_OPTIONS,
} from 'screening-webhooks-test-support/queues/interleavings';
import { it } from 'vitest';
import { EVENTS, LINES, useInboxDatabase } from '../support/inbox-tables.js';
import { mysqlUnderTest } from '../support/queue-under-test.js';
import { describeOnServer } from '../support/server.js';

const MINUTE_OF_SERVER = 60_000_000;

describeOnServer('on a pool of mysql2', () => {
  const database = useInboxDatabase();
  const under = mysqlUnderTest(database);

  it('a queue does what its contract says, whatever two workers do at the same time', async () => {
    const underTest = {
      queue: under.openQueue(ORACLE_OPTIONS),
      async clear() {
        await database.admin(`DELETE FROM ${EVENTS}`);
        await database.admin(`DELETE FROM ${LINES}`);
      },
      pass(minutes: number) {
        const ago = minutes * MINUTE_OF_SERVER;
        return database.admin(
          `UPDATE ${LINES} SET run_at = run_at - ${ago}, lease_end = lease_end - ${ago}`,
        );
      },
    };
    await expectQueueOfOracle(underTest, 30);
  });
});
