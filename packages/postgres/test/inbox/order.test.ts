import { store } from 'screening-webhooks-test-support/inbox';
import { queueOrderSuite } from 'screening-webhooks-test-support/queues/order-suite';
import { idOf } from 'screening-webhooks-test-support/queues/queue-under-test';
import { expect, it } from 'vitest';
import { EVENTS, LINES, useInboxDatabase } from '../support/inbox-tables.js';
import { postgresUnderTest } from '../support/queue-under-test.js';
import { describeOnServer } from '../support/server.js';

describeOnServer('postgresInbox with an order', () => {
  const database = useInboxDatabase();
  const under = postgresUnderTest(database);
  queueOrderSuite(under);

  it('fetches the first event of a free order at once, behind 50,000 that wait in another', async () => {
    const inbox = under.open({ orderBy: 'verificationId' });
    await store(inbox, 'evt_first', 'dv_blocked');
    await database.admin(
      `INSERT INTO ${EVENTS} (inbox, event_id, key, line, position, received_at, event)
       SELECT 'inbox', 'evt_' || n, gen_random_uuid(), line, n, 0, '{}'
       FROM ${LINES}, generate_series(2, 50001) n`,
    );
    await database.admin(`UPDATE ${LINES} SET last = 50001`);
    await store(inbox, 'evt_free', 'dv_free');
    const { events } = await under.openQueue({}).fetch(10, 'token');
    expect(events.map(idOf)).toEqual(['evt_first', 'evt_free']);
  });
});
