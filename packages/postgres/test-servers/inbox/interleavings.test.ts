import {
  expectQueueOfOracle,
  type QueueOfOracle,
} from 'screening-webhooks-test-support/queues/interleavings';
import { it } from 'vitest';
import { oracleQueue } from '../../test/support/oracle-queue.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';

describeOnServer('on a pool of pg', () => {
  let underTest: QueueOfOracle;
  useTestDatabase(async ({ pool, admin }) => (underTest = await oracleQueue(pool(), admin)));
  it('a queue does what its contract says, whatever two workers do at the same time', () =>
    expectQueueOfOracle(underTest, 50));
});
