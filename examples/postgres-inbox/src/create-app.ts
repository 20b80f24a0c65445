import type { Receiver } from '@screening-webhooks/core';
import { webhook } from '@screening-webhooks/express';
import express, { type Express } from 'express';
import type { Database } from './open-database.js';

/** The app of the receiver: it stores and acks deliveries, and returns the rows of the worker. */
export function createApp(database: Database, receiver: Receiver): Express {
  const app = express();
  app.post('/webhooks/screening', webhook(receiver));
  app.get('/verifications/:externalId', async (req, res) => {
    const rows = await database.query(
      'SELECT event, result, writes FROM verifications WHERE external_id = $1 ORDER BY event',
      [req.params.externalId],
    );
    res.json(rows);
  });
  return app;
}
