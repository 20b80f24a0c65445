import { queueOrderSuite } from 'screening-webhooks-test-support/queues/order-suite';
import { useInboxDatabase } from '../support/inbox-tables.js';
import { postgresUnderTest } from '../support/queue-under-test.js';
import { describeOnServer } from '../support/server.js';

describeOnServer('postgresInbox with an order', () => {
  queueOrderSuite(postgresUnderTest(useInboxDatabase()));
});
