import { setTimeout as sleep } from 'node:timers/promises';
import { listDeliveries } from '../service/api.mjs';
import { buildService } from '../service/build-service.mjs';
import {
  clientOf,
  create,
  createEndpoint,
  historyOf,
  receive,
  startService,
  troubles,
} from '../service/drill.mjs';
import { ordersFor } from '../service/orders.mjs';
import { until } from '../until.mjs';

const LIMIT_MS = 15_000;
const ORDERS = 4;

/** A process gets SIGTERM with attempts in flight, of which some are answered soon and some not at all. */
export const scenario = {
  name: 'the service: SIGTERM with attempts in flight',
  server: 'postgres',

  async drill(stage) {
    const program = await buildService();
    let stopped = false;
    const { url, requests } = await receive(stage, async (_request, index) => {
      if (stopped) return 200;
      if (index % 2 === 1) return undefined;
      await sleep(2000);
      return 200;
    });
    const a = await startService(stage, { program });
    await createEndpoint(a, url, { maxAttempts: 3, timeoutSeconds: 30 });
    // Each of these ends at its first question to the source.
    const orders = ordersFor(2 * ORDERS, a.description.integrationId).filter(
      ({ expected: { attemptCount } }) => attemptCount <= 1,
    );
    await create(a, orders.slice(0, ORDERS));
    await until(() => requests.length === ORDERS, LIMIT_MS);
    const { code, ms } = await a.stop('SIGTERM');
    stopped = true;

    const b = await startService(stage, { program });
    const hasEnded = async () =>
      (await listDeliveries(clientOf(b))).every(({ status }) => status === 'succeeded');
    await until(hasEnded, LIMIT_MS);
    const histories = (await listDeliveries(clientOf(b))).map(historyOf).sort();
    await b.end();
    const expected = [
      ...Array(ORDERS / 2).fill('succeeded: interrupted, succeeded'),
      ...Array(ORDERS / 2).fill('succeeded: succeeded'),
    ];
    return {
      'not ended well': code === 0 ? [] : [`exit code ${code}`],
      'too late': ms < LIMIT_MS ? [] : [`${Math.round(ms)} ms`],
      'otherwise on record': histories.join() === expected.join() ? [] : histories,
      troubles: troubles(a, b),
    };
  },
};
