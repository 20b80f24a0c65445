import { createReceiver } from '@screening-webhooks/core';
import { recordEffect, sqliteStore } from '@screening-webhooks/sqlite';
import { sqliteInbox } from '@screening-webhooks/sqlite/inbox';
import Database from 'libsql';
import { createHandler } from '../effects.mjs';
import { inboxTimes, receiverTimes } from '../service-time.mjs';

/** A connection of a process to the file that all of them share. */
function openFile({ file }) {
  // A handler may wait for the write of another process.
  return new Database(`${file}.db`, { timeout: 200 });
}

/** Sets the journal mode of a new file, and makes the table of the effects. */
export function prepareFile(database) {
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('CREATE TABLE effects (run INTEGER PRIMARY KEY, event_id TEXT NOT NULL)');
}

/** @returns the event id of each effect, in order. */
export function effectsIn(database) {
  const rows = database.prepare('SELECT event_id FROM effects ORDER BY run').all();
  return rows.map((row) => row.event_id);
}

export async function withFile(context, work) {
  const database = openFile(context);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Inserts the effect of an event, and commits it with its record. */
export function writeEffect(database, event) {
  database.exec('BEGIN IMMEDIATE');
  try {
    if (recordEffect(database, event)) {
      database.prepare('INSERT INTO effects (event_id) VALUES (?)').run(event.id);
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

const handlerOn = (database) =>
  createHandler((event) => writeEffect(database, event), { failsAfterEffect: true });

const onFile = {
  server: 'inProcess',
  exactlyOnce: true,
  // One writer at a time, and each commit is flushed to the disk.
  load: { share: 0.4, perSecond: 20 },
  shortLoad: { events: 80 },
  prepare: (context) =>
    withFile(context, async (database) => {
      prepareFile(database);
      await sqliteStore(database).migrate();
      await sqliteInbox(database).migrate();
    }),
  runs: (context) => withFile(context, effectsIn),
};

function openInbox(context) {
  const database = openFile(context);
  const options = { pollInterval: 50, onError() {}, orderBy: 'verificationId', ...inboxTimes };
  return { inbox: sqliteInbox(database, options), database, close: () => database.close() };
}

function openInboxReceiver(context) {
  const { inbox, database } = openInbox(context);
  const handlers = { '*': handlerOn(database) };
  const { secret } = context;
  return { inbox, receiver: createReceiver({ secret, ...receiverTimes, inbox, handlers }) };
}

export const scenarios = [
  {
    ...onFile,
    name: 'sqliteStore, recordEffect',
    receivers: 3,
    workers: 0,
    receiver(context) {
      const database = openFile(context);
      const { secret } = context;
      const handlers = { '*': handlerOn(database) };
      return createReceiver({ secret, ...receiverTimes, dedupe: sqliteStore(database), handlers });
    },
  },
  {
    ...onFile,
    name: 'sqliteInbox, recordEffect',
    ordered: true,
    receivers: 2,
    workers: 2,
    receiver: (context) => openInboxReceiver(context).receiver,
    async worker(context) {
      const { inbox, receiver } = openInboxReceiver(context);
      await inbox.work(receiver.dispatch, { concurrency: 8 });
    },
    openInbox,
  },
];
