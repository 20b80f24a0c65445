// A process of a scenario, which the driver may kill: a receiver, a worker, or a program that ends by itself.
import { once } from 'node:events';
import { loadScenario } from './load-scenarios.mjs';
import { random } from './plan-faults.mjs';

const { role, scenario: which, seed, ...context } = JSON.parse(process.argv[2]);

// The seed of the run also determines the random choices of a process.
Math.random = random(seed);

// The driver has ended.
process.on('disconnect', () => process.exit());

const scenario = await loadScenario(which);

async function receive() {
  // Other processes start in half the time without Express.
  const [{ webhook }, { default: express }] = await Promise.all([
    import('@screening-webhooks/express'),
    import('express'),
  ]);
  const app = express();
  app.post('/', webhook(await scenario.receiver(context)));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}/`;
}

if (role === 'program') {
  await scenario.program(context);
  process.exit();
}
const url = role === 'receiver' ? await receive() : await scenario.worker(context);
process.send({ url });
