import { createReceiver } from '@screening-webhooks/core';
import { postgresStore, transactional } from '@screening-webhooks/postgres';
import { postgresInbox } from '@screening-webhooks/postgres/inbox';
import { createEffectsTable, createHandler, insertIntoTable, runsInTable } from '../effects.mjs';
import { openPool, withPool } from '../servers/clients.mjs';
import { inboxTimes, receiverTimes } from '../service-time.mjs';

export const scenario = {
  name: 'postgresInbox, transactional',
  server: 'postgres',
  exactlyOnce: true,
  ordered: true,
  receivers: 2,
  workers: 2,
  async prepare({ port }) {
    await withPool(port, async (pool) => {
      await postgresInbox(pool).migrate();
      // The table of `transactional`.
      await postgresStore(pool).migrate();
      await createEffectsTable(pool);
    });
  },
  receiver: (context) => open(context).receiver,
  async worker(context) {
    const { inbox, receiver } = open(context);
    await inbox.work(receiver.dispatch, { concurrency: 8 });
  },
  runs: ({ port }) => withPool(port, runsInTable),
  async unfinished({ port }) {
    // Dead letters too.
    const unfinished = `SELECT event_id, coalesce(outcome, 'open') AS state
      FROM screening_webhook_inbox.inbox_events WHERE outcome IS DISTINCT FROM 'processed'`;
    const { rows } = await withPool(port, (pool) => pool.query(unfinished));
    return rows.map(({ event_id, state }) => `${event_id} ${state}`);
  },
};

function open({ port, secret }) {
  const inbox = postgresInbox(openPool(port, 4), {
    orderBy: 'verificationId',
    pollInterval: 50,
    onError: () => {},
    ...inboxTimes,
  });
  const handlers = {
    '*': transactional(
      openPool(port, 12),
      createHandler(insertIntoTable, { failsAfterEffect: true }),
    ),
  };
  return { inbox, receiver: createReceiver({ secret, ...receiverTimes, inbox, handlers }) };
}
