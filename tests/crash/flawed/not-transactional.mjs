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
  // Its handler ends its process at the moment that counts, and needs no other faults.
  shortLoad: { events: 60, eventsPerKill: Number.POSITIVE_INFINITY },
  receiver({ port, secret }) {
    const pool = openPool(port, 8);
    const effect = (event) => insertIntoTable(event, { tx: pool });
    const handler = createHandler(effect, { diesAfterEffect: true });
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: postgresStore(pool),
      handlers: { '*': handler },
    });
  },
};
