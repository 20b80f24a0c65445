import { setTimeout as sleep } from 'node:timers/promises';
import { listDeliveries } from '../service/api.mjs';
import { buildService } from '../service/build-service.mjs';
import {
  clientOf,
  control,
  create,
  createEndpoint,
  gate,
  historyOf,
  receive,
  startService,
  troubles,
} from '../service/drill.mjs';
import { ordersFor } from '../service/orders.mjs';
import { LEASE_MS, shortLeases } from '../service/service-time.mjs';
import { until } from '../until.mjs';

const ORDERS = 10;
const HELD = 4;
const CONTROLS = ['--controls', '--frozen'];
const LIMIT = 30_000;
// Long enough for the thawed process to make a forbidden write. A slow machine can only hide a flaw.
const TIME_TO_ERR_MS = 1500;

/** A moves the clock and is frozen during an attempt, B takes its place and moves the clock as well, and A thaws. */
export const frozenHolder = (changes = []) => ({
  name: 'the service: a frozen holder of the clock',
  server: 'postgres',

  async drill(stage) {
    const program = await buildService([...shortLeases, ...changes]);
    const reached = gate();
    const late = gate();
    const { url } = await receive(stage, async ({ number }, index) => {
      if (index !== HELD) return 200;
      reached.open();
      await late.passed;
      return number === 1 ? 500 : 200;
    });
    const a = await startService(stage, { program, args: CONTROLS });
    const b = await startService(stage, { program, args: CONTROLS });
    await createEndpoint(a, url, { maxAttempts: 3, timeoutSeconds: 30 });
    await create(a, ordersFor(ORDERS, a.description.integrationId));
    const moving = control(a.description, '/clock', { advance: '15m' });
    await reached.passed;
    a.freeze();
    await sleep(LEASE_MS);
    let moved;
    await until(async () => {
      moved = await control(b.description, '/clock', { advance: '30m' });
      return moved.status === 200;
    }, LIMIT);
    const before = await stateOf(b);
    late.open();
    a.thaw();
    const refused = await moving;
    await sleep(TIME_TO_ERR_MS);
    const after = await stateOf(b);
    await Promise.all([a.end(), b.end()]);
    return {
      'not taken over': moved.status === 200 ? [] : [JSON.stringify(moved)],
      'not ended': before.histories.filter((history) => !history.startsWith('succeeded')),
      'changed by A':
        JSON.stringify(before) === JSON.stringify(after)
          ? []
          : [JSON.stringify(before), JSON.stringify(after)],
      'not refused':
        refused.status === 409 && refused.body.code === 'clock_held'
          ? []
          : [JSON.stringify(refused)],
      troubles: troubles(a, b),
    };
  },
});

async function stateOf(service) {
  const { body: clock } = await control(service.description, '/clock');
  const histories = (await listDeliveries(clientOf(service))).map(historyOf).sort();
  return { clock, histories };
}

export const scenario = frozenHolder();
