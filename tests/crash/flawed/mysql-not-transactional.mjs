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
  // Its handler ends its process at the moment that counts, and needs no other faults.
  shortLoad: { events: 60, eventsPerKill: Number.POSITIVE_INFINITY },
  receiver({ port, secret }) {
    const pool = openMysqlPool(port, 8);
    const effect = (event) => insertIntoTableOnMysql(event, { tx: pool });
    const handler = createHandler(effect, { diesAfterEffect: true });
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: mysqlStore(pool),
      handlers: { '*': handler },
    });
  },
};
