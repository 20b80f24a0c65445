import { createReceiver } from '@screening-webhooks/core';
import { mysqlStore } from '@screening-webhooks/mysql';
import { createHandler, insertIntoTableOnMysql } from '../effects.mjs';
import { scenario as mysqlStoreScenario } from '../scenarios/mysql-store.mjs';
import { openMysqlPool } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const scenario = {
  ...mysqlStoreScenario,
  name: 'mysqlStore, exactly once, without a transaction',
  flaw: 'repeated',
  receiver({ port, secret }) {
    const pool = openMysqlPool(port, 8);
    const handler = createHandler((event) => insertIntoTableOnMysql(event, { tx: pool }), {
      maxDelayAfter: 600,
    });
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: mysqlStore(pool),
      handlers: { '*': handler },
    });
  },
};
