import { ask } from '../service/api.mjs';
import { buildService } from '../service/build-service.mjs';
import {
  clientOf,
  create,
  createEndpoint,
  gate,
  historyOf,
  receive,
  startService,
  troubles,
} from '../service/drill.mjs';
import { ordersFor } from '../service/orders.mjs';
import { change, LEASE_MS, shortLeases } from '../service/service-time.mjs';
import { until } from '../until.mjs';

const LIMIT = 30_000;
// Long enough for the thawed process to make a forbidden write. A slow machine can only hide a flaw.
const TIME_TO_ERR_MS = 1500;

/** The process stops itself when its first attempt is on record and not yet sent. */
const freezesBeforeSending = change(
  'service/capabilities/webhooks/deliveries/run-attempt.ts',
  '    const results = await sendPlan(',
  `    if (started.number === 1 && process.env['FREEZES'] === '1') process.kill(process.pid, 'SIGSTOP');
    const results = await sendPlan(`,
);

/** A is frozen between the record of its attempt and the request, B takes the delivery over, and A thaws while B still sends. */
export const frozenAttempt = (changes = []) => ({
  name: 'the service: frozen before it sends',
  server: 'postgres',

  async drill(stage) {
    const program = await buildService([...shortLeases, freezesBeforeSending, ...changes]);
    const held = gate();
    const { url, requests } = await receive(stage, async ({ number }) => {
      if (number === 2) await held.passed;
      return number === 2 ? 200 : 500;
    });
    const a = await startService(stage, { program, env: { FREEZES: '1' } });
    const { integrationId } = a.description;
    await createEndpoint(a, url, { maxAttempts: 3, timeoutSeconds: 30 });
    await create(a, ordersFor(1, integrationId));
    const b = await startService(stage, { program });
    const numbers = () => requests.map(({ number }) => number);
    const tookOver = await until(() => numbers().includes(2), LIMIT + LEASE_MS);
    const frozen = await soleDelivery(b);
    a.thaw();
    const sentLate = await until(() => numbers().includes(1), LIMIT);
    await new Promise((resolve) => setTimeout(resolve, TIME_TO_ERR_MS));
    const thawed = await soleDelivery(b);
    held.open();
    const hasEnded = async () => (await soleDelivery(b)).status === 'succeeded';
    await until(hasEnded, 5000);
    const ended = await soleDelivery(b);
    await Promise.all([a.end(), b.end()]);
    const differs = (delivery, expected) =>
      historyOf(delivery) === expected ? [] : [historyOf(delivery)];
    return {
      'not taken over': tookOver ? [] : [historyOf(frozen)],
      'not sent late': sentLate ? [] : ['by A'],
      'not interrupted': differs(frozen, 'delivering: interrupted, started'),
      'changed by A': differs(thawed, 'delivering: interrupted, started'),
      'not ended by B': differs(ended, 'succeeded: interrupted, succeeded'),
      troubles: troubles(a, b),
    };
  },
});

async function soleDelivery(service) {
  const client = clientOf(service);
  const [{ id }] = (await ask(client, { path: '/v1/webhook-deliveries' })).data;
  return ask(client, { path: `/v1/webhook-deliveries/${id}` });
}

export const scenario = frozenAttempt();
