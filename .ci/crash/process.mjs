// A receiver or a worker of a lane: what a user would start, and what the driver kills.
import { once } from 'node:events';
import { webhook } from '@screening-webhooks/express';
import express from 'express';

const { role, lane: file, ...place } = JSON.parse(process.argv[2]);

// The driver is gone, however it ended.
process.on('disconnect', () => process.exit());

const { lane } = await import(file);

async function receive() {
  const app = express();
  app.post('/', webhook(await lane.receiver(place)));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}/`;
}

const url = role === 'receiver' ? await receive() : await lane.worker(place);
process.send({ url });
