import { recordEffect, sqliteStore } from '@screening-webhooks/sqlite';
import { sqliteInbox } from '@screening-webhooks/sqlite/inbox';
import { inboxSystem, killedAtEachStep, storeSystem } from '../scenarios/sqlite-steps.mjs';

const A_WEEK = 604_800_000;

/** A store that commits an event before its handler runs. */
function commitsFirst(database) {
  const store = sqliteStore(database);
  return {
    ...store,
    async claim(key, owner, lease) {
      const claim = await store.claim(key, owner, lease);
      if (claim === 'acquired') await store.commit(key, owner, A_WEEK);
      return claim;
    },
  };
}

/** A handler whose effect is committed before its record. */
function writesFirst(database, event) {
  database.prepare('INSERT INTO effects (event_id) VALUES (?)').run(event.id);
  database.exec('BEGIN IMMEDIATE');
  recordEffect(database, event);
  database.exec('COMMIT');
}

/** A database that commits an event before its place in a line, without which no worker finds it. */
const storesInTwoSteps = (database) => ({
  exec: (sql) => database.exec(sql),
  prepare(sql) {
    const statement = database.prepare(sql);
    if (!sql.startsWith('INSERT INTO screening_webhook_inbox_events')) return statement;
    const all = (...values) => {
      const rows = statement.all(...values);
      database.exec('COMMIT');
      database.exec('BEGIN IMMEDIATE');
      return rows;
    };
    return { all };
  },
});

export const scenarios = [
  {
    ...killedAtEachStep(storeSystem(commitsFirst)),
    name: 'killed at each step: a sqliteStore that commits before the handler',
    flaw: 'missing',
  },
  {
    ...killedAtEachStep({ ...storeSystem(), write: writesFirst }),
    name: 'killed at each step: an effect outside the transaction',
    flaw: 'repeated',
  },
  {
    ...killedAtEachStep(
      inboxSystem((database, options) => sqliteInbox(storesInTwoSteps(database), options)),
    ),
    name: 'killed at each step: a sqliteInbox that stores in two transactions',
    flaw: 'missing',
  },
];
