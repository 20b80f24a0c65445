import pg from 'pg';
import { createStandby } from '../servers/postgres.mjs';
import { listDeliveries } from '../service/api.mjs';
import { buildService } from '../service/build-service.mjs';
import {
  clientOf,
  control,
  createEndpoint,
  historyOf,
  receive,
  startService,
  troubles,
} from '../service/drill.mjs';
import { until } from '../until.mjs';

const EVENTS = 4;
const LIMIT = 30_000;

/** The readiness that a process reports to a load balancer. */
async function readiness({ url }) {
  const response = await fetch(`${url}/readyz`);
  const { reason } = await response.json();
  return `${response.status} ${reason}`;
}

async function query({ folder }, text) {
  const client = new pg.Client({ host: folder, user: 'postgres' });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** Two processes whose deliveries fail once, so that some fall due while the database is down. */
async function startBoth(stage) {
  const program = await buildService();
  const receiver = await receive(stage, async ({ number }) => (number === 1 ? 500 : 200));
  const both = [await startService(stage, { program }), await startService(stage, { program })];
  await createEndpoint(both[0], receiver.url, {
    maxAttempts: 3,
    backoff: 'fixed',
    initialDelaySeconds: 3,
    timeoutSeconds: 5,
  });
  for (let each = 0; each < EVENTS; each += 1) {
    const trigger = { type: 'document_verification.completed', externalId: `event-${each}` };
    await control(both[each % 2].description, '/trigger', { data: trigger, type: trigger.type });
  }
  await until(() => receiver.requests.length >= EVENTS, LIMIT);
  return both;
}

/** @returns the violations, once all deliveries should have ended. */
async function check(both, seen, expectedSeen) {
  let histories = [];
  await until(async () => {
    histories = (await listDeliveries(clientOf(both[0]))).map(historyOf);
    return histories.length === EVENTS && histories.every((each) => each.startsWith('succeeded'));
  }, LIMIT);
  for (const service of both) await service.end();
  const isOnce = (history) => history === 'succeeded: failed, succeeded';
  return {
    'not delivered': histories.length === EVENTS ? [] : [`${histories.length} deliveries`],
    'otherwise on record': histories.filter((each) => !isOnce(each)),
    'not told': seen.join() === expectedSeen.join() ? [] : seen,
    troubles: troubles(...both),
  };
}

/** Waits until both processes report `wanted`. @returns the reports at the end. */
async function waitForReadiness(both, wanted) {
  let told = [];
  await until(async () => {
    told = await Promise.all(both.map(readiness));
    return told.every((each) => each === wanted);
  }, LIMIT);
  return [...new Set(told)].join(' and ');
}

const READY = '200 null';
const AWAY = '503 database_away';

const restart = {
  name: 'the service: PostgreSQL is stopped and started again',
  server: 'postgres',

  async drill(stage) {
    const both = await startBoth(stage);
    const seen = [await waitForReadiness(both, READY)];
    await stage.server.stop();
    seen.push(await waitForReadiness(both, AWAY));
    await stage.server.start();
    seen.push(await waitForReadiness(both, READY));
    return check(both, seen, [READY, AWAY, READY]);
  },
};

const failover = {
  name: 'the service: PostgreSQL fails over to a standby',
  server: 'postgres',

  async drill(stage) {
    const standby = await createStandby(stage.server);
    await standby.start();
    stage.onEnd(() => standby.crash());
    // Each commit waits for the standby.
    await query(stage.server, `alter system set synchronous_standby_names = '*'`);
    await query(stage.server, 'select pg_reload_conf()');
    const both = await startBoth(stage);
    const seen = [await waitForReadiness(both, READY)];
    await stage.server.crash();
    seen.push(await waitForReadiness(both, AWAY));
    (await stage.databaseProxy).redirectTo(standby.socketPath);
    seen.push(await waitForReadiness(both, READ_ONLY));
    // The new primary has no standby.
    await query(standby, 'select pg_promote()');
    seen.push(await waitForReadiness(both, READY));
    return check(both, seen, [READY, AWAY, READ_ONLY, READY]);
  },
};
const READ_ONLY = '503 database_read_only';

export const scenarios = [restart, failover];
