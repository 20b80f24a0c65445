import { queueFencingSuite } from 'screening-webhooks-test-support/queues/fencing-suite';
import { useInboxDatabase } from '../support/inbox-tables.js';
import { mysqlUnderTest } from '../support/queue-under-test.js';
import { describeOnServer } from '../support/server.js';

describeOnServer('a worker that has lost its lease', () => {
  queueFencingSuite(mysqlUnderTest(useInboxDatabase()));
});
