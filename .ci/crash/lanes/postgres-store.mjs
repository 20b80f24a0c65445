import { createReceiver } from '@screening-webhooks/core';
import { postgresStore, transactional } from '@screening-webhooks/postgres';
import { createEffectsTable, runsInTable, toTable, working } from '../effects.mjs';
import { openPool } from '../servers/clients.mjs';
import { receiverTimes } from '../service-time.mjs';

export const lane = {
  name: 'postgresStore, transactional',
  server: 'postgres',
  exactlyOnce: true,
  receivers: 3,
  workers: 0,
  async prepare({ port }) {
    const pool = openPool(port, 1);
    await postgresStore(pool).migrate();
    await createEffectsTable(pool);
    await pool.end();
  },
  receiver({ port, secret }) {
    // Two pools: a claim is not kept waiting for a connection by handlers.
    return createReceiver({
      secret,
      ...receiverTimes,
      dedupe: postgresStore(openPool(port, 4)),
      handlers: { '*': transactional(openPool(port, 12), working(toTable, { rollsBack: true })) },
    });
  },
  async runs({ port }) {
    const pool = openPool(port, 1);
    const runs = await runsInTable(pool);
    await pool.end();
    return runs;
  },
  async unfinished({ port }) {
    const pool = openPool(port, 1);
    const { rows } = await pool.query(
      'SELECT key FROM screening_webhook_claims WHERE NOT done AND expires_at > clock_timestamp()',
    );
    await pool.end();
    return rows.map(({ key }) => key);
  },
};
