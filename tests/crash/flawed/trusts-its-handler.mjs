import { recordEffect } from '@screening-webhooks/postgres';
import { databases } from '../databases.mjs';
import { nestedTransactions } from '../scenarios/nested-transactions.mjs';

const [pg] = databases;

export const scenario = {
  ...nestedTransactions(pg, transactionalOnTrust),
  name: 'nested transactions: a wrapper that trusts its handler',
  flaw: 'not exactly once',
};

// It does not check that its COMMIT ends the transaction of its BEGIN.
function transactionalOnTrust(pool, handler) {
  return async (event) => {
    const tx = await pool.connect();
    try {
      await tx.query('BEGIN');
      const query = (text, values) => tx.query(text, values);
      if (await recordEffect(query, event)) await handler(event, { tx });
      await tx.query('COMMIT');
    } catch (error) {
      await tx.query('ROLLBACK');
      throw error;
    } finally {
      tx.release();
    }
  };
}
