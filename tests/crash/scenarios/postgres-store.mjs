import { createReceiver } from '@screening-webhooks/core';
import { postgresStore, transactional } from '@screening-webhooks/postgres';
import { createEffectsTable, createHandler, insertIntoTable, runsInTable } from '../effects.mjs';
import { openPool, withPool } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const scenario = {
  name: 'postgresStore, transactional',
  server: 'postgres',
  exactlyOnce: true,
  receivers: 3,
  workers: 0,
  async prepare({ port }) {
    await withPool(port, async (pool) => {
      await postgresStore(pool).migrate();
      await createEffectsTable(pool);
    });
  },
  receiver({ port, secret }) {
    // Two pools, so that handlers do not take the connections of claims.
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: postgresStore(openPool(port, 4)),
      handlers: {
        '*': transactional(
          openPool(port, 12),
          createHandler(insertIntoTable, { failsAfterEffect: true }),
        ),
      },
    });
  },
  runs: ({ port }) => withPool(port, runsInTable),
};
