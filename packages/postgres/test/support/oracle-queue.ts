import {
  ORACLE_OPTIONS,
  type QueueOfOracle,
} from 'screening-webhooks-test-support/queues/interleavings';
import { postgresInbox } from '../../src/inbox/index.js';
import { postgresEventQueue } from '../../src/inbox/postgres-event-queue.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import type { PostgresClient } from '../../src/index.js';
import { createSqlClient } from '../../src/sql/create-sql-client.js';
import { EVENTS, LINES } from './contract-inbox.js';

/** A queue in new tables, for the oracle. `run` runs a statement outside the queue. */
export async function oracleQueue(
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
