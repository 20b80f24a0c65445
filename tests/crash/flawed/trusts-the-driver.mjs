import { recordEffect } from '@screening-webhooks/postgres';
import { throughPgbouncer } from '../scenarios/pgbouncer.mjs';

export const scenario = {
  ...throughPgbouncer('a wrapper that trusts the driver', { prepare: true }, transactionalOnTrust),
  flaw: 'without an effect',
};

// `begin` of the driver prepares its COMMIT, and takes the ROLLBACK after its failure for an end.
function transactionalOnTrust(sql, handler) {
  return async (event) => {
    await sql.begin(async (tx) => {
      const query = (text, values) => tx.unsafe(text, values, { prepare: false });
      if (await recordEffect(query, event)) await handler(event, { tx });
    });
  };
}
