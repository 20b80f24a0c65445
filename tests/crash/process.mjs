// A receiver or a worker of a scenario: the process that the driver kills.
import { once } from 'node:events';
import { webhook } from '@screening-webhooks/express';
import express from 'express';
import { loadScenario } from './load-scenarios.mjs';
import { random } from './plan-faults.mjs';

const { role, scenario: which, seed, ...context } = JSON.parse(process.argv[2]);

// What a process does by chance is determined by the seed of the run too.
Math.random = random(seed);

// The driver has ended.
process.on('disconnect', () => process.exit());

const scenario = await loadScenario(which);

async function receive() {
  const app = express();
  app.post('/', webhook(await scenario.receiver(context)));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}/`;
}

const url = role === 'receiver' ? await receive() : await scenario.worker(context);
process.send({ url });
