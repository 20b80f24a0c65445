import type { EventOf } from '@screening-webhooks/core';
import { webhook } from '@screening-webhooks/express';
import { recordEffect, sqliteStore } from '@screening-webhooks/sqlite';
import express from 'express';
import Database from 'libsql';

const { DATABASE = 'screening.db', PORT = '3000', SCREENING_SECRET = '' } = process.env;

const db = new Database(DATABASE);
db.exec('PRAGMA journal_mode = WAL');
db.exec('CREATE TABLE IF NOT EXISTS activations (clinician TEXT NOT NULL)');
const insert = db.prepare('INSERT INTO activations (clinician) VALUES (?)');

// The effect, and the record that it has happened, are committed together: a kill at any time leaves both or neither.
const activate = db.transaction((event: EventOf<'document_verification.completed'>) => {
  if (recordEffect(db, event)) insert.run(event.data.externalId);
});

const store = sqliteStore(db);
await store.migrate();

const screening = webhook({
  secret: SCREENING_SECRET,
  dedupe: store,
  handlers: { 'document_verification.completed': (event) => activate.immediate(event) },
});

const app = express();
app.post('/webhooks/screening', screening);
app.get('/activations', (_req, res) => {
  res.json(db.prepare('SELECT clinician FROM activations').all());
});
const server = app.listen(Number(PORT), () => console.log('listening', server.address()));

process.once('SIGTERM', async () => {
  await screening.receiver.drain({ timeout: 20_000 });
  server.close(() => db.close());
});
