import { createReceiver } from '@screening-webhooks/core';
import { postgresStore } from '@screening-webhooks/postgres';
import { toTable, working } from '../effects.mjs';
import { lane as postgresStoreLane } from '../lanes/postgres-store.mjs';
import { openPool } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const lane = {
  ...postgresStoreLane,
  name: 'exactly once, no transaction',
  flaw: 'repeated',
  receiver({ port, secret }) {
    const pool = openPool(port, 8);
    const handler = working((event) => toTable(event, { tx: pool }), { lingers: 600 });
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: postgresStore(pool),
      handlers: { '*': handler },
    });
  },
};
