import { createReceiver } from '@screening-webhooks/core';
import { postgresStore, transactional } from '@screening-webhooks/postgres';
import { toTable, working } from '../effects.mjs';
import { lane as postgresStoreLane } from '../lanes/postgres-store.mjs';
import { openPool } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const lane = {
  ...postgresStoreLane,
  name: 'no listener for errors of the pool',
  flaw: 'died',
  receiver({ port, secret }) {
    const pool = openPool(port, 8).removeAllListeners('error');
    const handlers = { '*': transactional(pool, working(toTable)) };
    return createReceiver({ secret, ...receiverTimes, dedupe: postgresStore(pool), handlers });
  },
};
