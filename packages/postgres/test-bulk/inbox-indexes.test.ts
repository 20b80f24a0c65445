import { expect, it } from 'vitest';
import { fillInbox, statementsWithoutIndex } from '../test-servers/support/explain-inbox.js';
import { EVENTS, LINES } from '../test-servers/support/inbox-tables.js';
import { describeOnServer, useTestDatabase } from '../test-servers/support/server.js';

describeOnServer('with a million ended events and 200,000 that wait', () => {
  const database = useTestDatabase();

  it('every statement of the inbox uses an index', async () => {
    await fillInbox(database, { done: 1_000_000, waiting: 200_000 });
    await database.admin(`ANALYZE ${EVENTS}, ${LINES}`);
    expect(await statementsWithoutIndex(database)).toEqual([]);
  });
});
