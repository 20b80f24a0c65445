import { createReceiver } from '@screening-webhooks/core';
import { postgresStore } from '@screening-webhooks/postgres';
import { createHandler, insertIntoTable } from '../effects.mjs';
import { scenario as postgresStoreScenario } from '../scenarios/postgres-store.mjs';
import { openPool } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const scenario = {
  ...postgresStoreScenario,
  name: 'exactly once, without a transaction',
  flaw: 'repeated',
  receiver({ port, secret }) {
    const pool = openPool(port, 8);
    const handler = createHandler((event) => insertIntoTable(event, { tx: pool }), {
      maxDelayAfter: 600,
    });
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: postgresStore(pool),
      handlers: { '*': handler },
    });
  },
};
