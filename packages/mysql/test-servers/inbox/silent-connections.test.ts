import { silentInboxSuite } from 'screening-webhooks-test-support/stores/silent-suite';
import { states, useInboxDatabase } from '../support/inbox-tables.js';
import { mysqlStoreUnderTest } from '../support/mysql-store-under-test.js';
import { describeOnServer } from '../support/server.js';

describeOnServer('when the connections of a worker have gone silent', () => {
  const database = useInboxDatabase();
  silentInboxSuite(mysqlStoreUnderTest(database), () => states(database));
});
