import { createReceiver } from '@screening-webhooks/core';
import { mysqlStore, transactional } from '@screening-webhooks/mysql';
import {
  createEffectsTableOnMysql,
  createHandler,
  insertIntoTableOnMysql,
  runsInTableOnMysql,
} from '../effects.mjs';
import { openMysqlPool, withMysqlPool } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const scenario = {
  name: 'mysqlStore, transactional',
  server: 'mariadb',
  exactlyOnce: true,
  // Each claim and each store is a separate commit.
  load: { share: 0.4, perSecond: 20 },
  shortLoad: { events: 80 },
  receivers: 3,
  workers: 0,
  async prepare({ port }) {
    await withMysqlPool(port, async (pool) => {
      await mysqlStore(pool).migrate();
      await createEffectsTableOnMysql(pool);
    });
  },
  receiver({ port, secret }) {
    // Two pools, so that handlers do not take the connections of claims.
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: mysqlStore(openMysqlPool(port, 12)),
      handlers: {
        '*': transactional(
          openMysqlPool(port, 12),
          createHandler(insertIntoTableOnMysql, { failsAfterEffect: true }),
        ),
      },
    });
  },
  runs: ({ port }) => withMysqlPool(port, runsInTableOnMysql),
};
