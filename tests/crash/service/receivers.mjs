import { createReceiver } from '@screening-webhooks/core';
import { postgresStore, transactional } from '@screening-webhooks/postgres';
import { createEffectsTable, createHandler, insertIntoTable } from '../effects.mjs';
import { openPool, withPool } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';
import { receivePlainly } from './plain-receiver.mjs';

/** The receivers of a stream of the service: one with the toolkit and its own database, and a plain one. */
export const receiveTransactionally = {
  async prepare({ port }) {
    await withPool(port, async (pool) => {
      await postgresStore(pool).migrate();
      await createEffectsTable(pool);
    });
  },
  receiver({ port, secret }) {
    // Two pools, so that handlers do not take the connections of claims.
    const handler = createHandler(insertIntoTable, { failsAfterEffect: true });
    return createReceiver({
      secret,
      ...receiverTimes,
      // A request that the sender gave up may still run.
      ackTimeout: 800,
      dedupe: postgresStore(openPool(port, 4)),
      handlers: { '*': transactional(openPool(port, 12), handler) },
    });
  },
  worker: (context) => receivePlainly(context),
};
