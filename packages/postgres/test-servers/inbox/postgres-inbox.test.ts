import { store } from 'screening-webhooks-test-support/inbox';
import { queueSuite } from 'screening-webhooks-test-support/queues/queue-suite';
import { expect, it } from 'vitest';
import { EVENTS, useInboxDatabase } from '../support/inbox-tables.js';
import { postgresUnderTest } from '../support/queue-under-test.js';
import { describeOnServer } from '../support/server.js';

describeOnServer('postgresInbox', () => {
  const database = useInboxDatabase();
  const under = postgresUnderTest(database);
  queueSuite(under);

  it('keeps waiting events for longer than any retention', async () => {
    const options = { retention: 1 };
    await store(under.open(options), 'evt_1');
    await database.admin(`UPDATE ${EVENTS} SET stored_at = now() - interval '90 years'`);
    await under.openQueue(options).cleanUp();
    expect(await under.states()).toEqual(['waiting']);
  });
});
