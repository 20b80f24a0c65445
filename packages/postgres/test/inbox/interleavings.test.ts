import {
  expectQueueOfOracle,
  ORACLE_OPTIONS,
  type QueueOfOracle,
} from 'screening-webhooks-test-support/queues/interleavings';
import { describe, it } from 'vitest';
import { postgresInbox } from '../../src/inbox/index.js';
import { postgresEventQueue } from '../../src/inbox/postgres-event-queue.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import type { PostgresClient } from '../../src/index.js';
import { createSqlClient } from '../../src/sql/create-sql-client.js';
import { EVENTS, LINES } from '../support/inbox-tables.js';
import { openPglite } from '../support/open-pglite.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';

describeOnServer('on a pool of pg', () => {
  let underTest: QueueOfOracle;
  useTestDatabase(async ({ pool, admin }) => (underTest = await open(pool(), admin)));
  it('a queue does what its contract says, whatever two workers do at the same time', () =>
    expectQueueOfOracle(underTest, 50));
});

describe('on PGlite', () => {
  it('a queue does what its contract says, whatever two workers do', async () => {
    const pglite = await openPglite();
    const underTest = await open(pglite, (text) => pglite.query(text));
    await expectQueueOfOracle(underTest, 30);
    await pglite.close();
  });
});

async function open(
  client: PostgresClient,
  run: (text: string) => Promise<unknown>,
): Promise<QueueOfOracle> {
  await postgresInbox(client).migrate();
  const sql = createSqlClient(client);
  const queue = postgresEventQueue(sql, postgresInboxSettings(ORACLE_OPTIONS));
  return {
    queue: { ...queue, renewal: queue.renewThrough(sql.query) },
    clear: () => run(`TRUNCATE ${EVENTS}, ${LINES}`),
    pass(minutes) {
      const ago = `interval '${minutes} minutes'`;
      return run(`UPDATE ${LINES} SET run_at = run_at - ${ago}, lease_end = lease_end - ${ago}`);
    },
  };
}
