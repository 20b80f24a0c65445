import { createReceiver } from '@screening-webhooks/core';
import { mysqlStore, transactional } from '@screening-webhooks/mysql';
import {
  createEffectsTableOnMysql,
  createHandler,
  insertIntoTableOnMysql,
  runsInTableOnMysql,
} from '../effects.mjs';
import { mysqlInbox } from '../inboxes.mjs';
import { openMysqlPool, withMysqlPool } from '../servers/clients.mjs';
import { inboxTimes, receiverTimes } from '../service-time.mjs';

export const scenario = {
  name: 'mysqlInbox, transactional',
  server: 'mariadb',
  exactlyOnce: true,
  // Each claim and each store is a separate commit.
  load: { share: 0.4, perSecond: 20 },
  shortLoad: { events: 80 },
  ordered: true,
  receivers: 2,
  workers: 2,
  async prepare({ port }) {
    await mysqlInbox.prepare(port);
    await withMysqlPool(port, async (pool) => {
      // The table of `transactional`.
      await mysqlStore(pool).migrate();
      await createEffectsTableOnMysql(pool);
    });
  },
  receiver: (context) => open(context).receiver,
  async worker(context) {
    const { inbox, receiver } = open(context);
    await inbox.work(receiver.dispatch, { concurrency: 8 });
  },
  runs: ({ port }) => withMysqlPool(port, runsInTableOnMysql),
  openInbox,
  open,
};

function openInbox({ port }) {
  return mysqlInbox.open(port, { orderBy: 'verificationId', ...inboxTimes });
}

function open({ port, secret }) {
  const { inbox } = openInbox({ port });
  const handlers = {
    '*': transactional(
      openMysqlPool(port, 12),
      createHandler(insertIntoTableOnMysql, { failsAfterEffect: true }),
    ),
  };
  return { inbox, receiver: createReceiver({ secret, ...receiverTimes, inbox, handlers }) };
}
