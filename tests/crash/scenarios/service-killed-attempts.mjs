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
import { shortLeases } from '../service/service-time.mjs';
import { until } from '../until.mjs';

const LIMIT = 45_000;
const KILLS = 3;

/** The first three requests of a delivery end the process that sends them. */
export const scenario = {
  name: 'the service: killed during each of three attempts',
  server: 'postgres',

  async drill(stage) {
    const program = await buildService(shortLeases);
    const kills = [];
    const { url, requests } = await receive(stage, async () => {
      if (kills.length === KILLS) return 200;
      kills.push(service.kill(100));
      return undefined;
    });
    const service = await startService(stage, { program });
    await createEndpoint(service, url, {
      maxAttempts: 2,
      backoff: 'fixed',
      initialDelaySeconds: 1,
      timeoutSeconds: 30,
    });
    await create(service, ordersFor(1, service.description.integrationId));
    const hasEnded = async () =>
      (await listDeliveries(clientOf(service))).some(({ status }) => status === 'succeeded');
    await until(() => hasEnded().catch(() => false), LIMIT);
    await Promise.all(kills);
    const histories = (await listDeliveries(clientOf(service))).map(historyOf);
    await service.end();
    const expected = 'succeeded: interrupted, interrupted, failed, succeeded';
    return {
      'otherwise on record': histories.join() === expected ? [] : histories,
      'other numbers':
        requests.map(({ number }) => number).join() === '1,2,3,4'
          ? []
          : requests.map(({ number }) => String(number)),
      troubles: troubles(service),
    };
  },
};
