import { queueOrderSuite } from 'screening-webhooks-test-support/queues/order-suite';
import { useInboxDatabase } from '../support/inbox-tables.js';
import { mysqlUnderTest } from '../support/queue-under-test.js';
import { describeOnServer } from '../support/server.js';

describeOnServer('mysqlInbox with an order', () => {
  queueOrderSuite(mysqlUnderTest(useInboxDatabase()));
});
