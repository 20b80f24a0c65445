import { expect, it } from 'vitest';
import { fillInbox, statementsWithoutIndex } from '../support/explain-inbox.js';
import { EVENTS, LINES } from '../support/inbox-tables.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';

describeOnServer('with 30,000 ended events and 20,000 that wait', () => {
  const database = useTestDatabase();

  it('every statement uses an index, with statistics and without', async () => {
    await fillInbox(database, { done: 30_000, waiting: 20_000 });
    expect(await statementsWithoutIndex(database)).toEqual([]);
    await database.admin(`ANALYZE ${EVENTS}, ${LINES}`);
    expect(await statementsWithoutIndex(database)).toEqual([]);
    // The check itself must find a missing index.
    await database.admin('DROP INDEX screening_webhook_inbox.inbox_lines_ready');
    expect(await statementsWithoutIndex(database)).toEqual([expect.stringMatching(/^fetch: /)]);
  });
});
