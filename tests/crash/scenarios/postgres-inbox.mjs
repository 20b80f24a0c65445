import { createReceiver } from '@screening-webhooks/core';
import { postgresStore, transactional } from '@screening-webhooks/postgres';
import { createEffectsTable, createHandler, insertIntoTable, runsInTable } from '../effects.mjs';
import { postgresInbox } from '../inboxes.mjs';
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
    await postgresInbox.prepare(port);
    await withPool(port, async (pool) => {
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
  openInbox,
};

function openInbox({ port }) {
  return postgresInbox.open(port, { orderBy: 'verificationId', ...inboxTimes });
}

function open({ port, secret }) {
  const { inbox } = openInbox({ port });
  const handlers = {
    '*': transactional(
      openPool(port, 12),
      createHandler(insertIntoTable, { failsAfterEffect: true }),
    ),
  };
  return { inbox, receiver: createReceiver({ secret, ...receiverTimes, inbox, handlers }) };
}
