import { queueSettings } from '@screening-webhooks/core/store-kit';
import type Database from 'libsql';
import {
  expectQueueOfOracle,
  ORACLE_OPTIONS,
} from 'screening-webhooks-test-support/queues/interleavings';
import { inboxContractSuite } from 'screening-webhooks-test-support/stores/contract-suites';
import { describe, it } from 'vitest';
import { sqliteClient } from '../../src/database/sqlite-client.js';
import { sqliteInbox } from '../../src/inbox/index.js';
import { sqliteEventQueue } from '../../src/inbox/sqlite-event-queue.js';
import { useFile } from '../support/file.js';

const EVENTS = 'screening_webhook_inbox_events';
const LINES = 'screening_webhook_inbox_lines';

describe('sqliteInbox keeps the contract of inboxes', () => {
  const { open } = useFile();
  const clients: readonly [Database.Database, Database.Database] = [open(), open()];
  inboxContractSuite({
    open: (process, { timeout: _timeout, ...options }) => sqliteInbox(clients[process], options),
    run: async (text) => clients[1].exec(text),
    damages: {
      gone: `DELETE FROM ${EVENTS}`,
      unreadable: `UPDATE ${EVENTS} SET event = '{'`,
      'ended by hand': `UPDATE ${EVENTS} SET ended_at = 1`,
    },
  });
});

describe('a queue', () => {
  const { open } = useFile();

  it('does what its contract says, whatever two workers do at the same time', async () => {
    const database = open();
    await sqliteInbox(database).migrate();
    const client = sqliteClient(database, { isDurable: true, missing: '' });
    await expectQueueOfOracle(
      {
        queue: sqliteEventQueue(client, queueSettings(ORACLE_OPTIONS)),
        async clear() {
          database.exec(`DELETE FROM ${EVENTS}; DELETE FROM ${LINES}`);
        },
        async pass(minutes: number) {
          const ago = minutes * 60_000;
          database.exec(
            `UPDATE ${LINES} SET run_at = run_at - ${ago}, lease_end = lease_end - ${ago}`,
          );
        },
      },
      30,
    );
  });
});
