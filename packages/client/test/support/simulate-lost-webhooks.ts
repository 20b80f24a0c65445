import {
  createReceiver,
  type DedupeStore,
  type EventEnvelope,
  type Handler,
  type Receiver,
  type ReceiverOptions,
} from '@screening-webhooks/core';
import { sign } from '@screening-webhooks/testing';
import { until } from 'screening-webhooks-test-support/until';
import {
  type ClientFetch,
  createClient,
  type ReconciliationReport,
  reconcile,
} from '../../src/index.js';
import { API_KEY } from './fake-service.js';
import { seededRandom } from './seeded-random.js';
import { type Data, finalRecord, now, SECRET, webhookEvent } from './set-up-reconciliation.js';

// A simulation of 1,000 verifications: 30 % of their webhooks are lost, 20 % are delivered twice, 10 % are late, and pollers
// run concurrently. The service is in memory, so that the test is not about sockets.

export const VERIFICATIONS = 1000;
/** The fates of their webhooks, fixed by the seed: 30 % lost, 20 % of the others twice, and 10 % late. */
export const WEBHOOKS = { lost: 287, twice: 148, late: 92 };
const LOST = 0.3;
const TWICE = 0.2;
const LATE = 0.1;
const COMMITS_LOST = 0.03;

const ids = Array.from({ length: VERIFICATIONS }, (_, index) => `clinician-${index}`);

/** A store that releases some claims instead of committing them, as if the process had died after its handler. */
export function losingCommits(
  store: DedupeStore,
  random: () => number,
): DedupeStore & { lost(): number } {
  let lost = 0;
  return {
    claim: (...args) => store.claim(...args),
    extend: (...args) => store.extend(...args),
    release: (...args) => store.release(...args),
    async commit(key, owner, retention) {
      if (random() >= COMMITS_LOST) return store.commit(key, owner, retention);
      lost += 1;
      await store.release(key, owner);
      return false;
    },
    lost: () => lost,
  };
}

/** A service that returns the completed records, and fails 5 % of the requests. */
function unreliableService(completed: ReadonlyMap<string, Data>, random: () => number) {
  const respond: ClientFetch = async (url) => {
    const luck = random();
    // Responses arrive out of order.
    for (let turns = Math.floor(luck * 4); turns > 0; turns -= 1) await new Promise(setImmediate);
    if (luck < 0.02) return new Response('{}', { status: 429, headers: { 'retry-after': '0' } });
    if (luck < 0.04) return new Response('{}', { status: 500 });
    if (luck < 0.05) throw new TypeError('The connection is closed.');
    const record = completed.get(new URL(url).searchParams.get('externalId') ?? '');
    return Response.json(record ? { object: 'list', data: [{ ...record, addedLater: 1 }] } : []);
  };
  return respond;
}

interface Simulation {
  readonly handler: Handler<EventEnvelope>;
  readonly dedupe: DedupeStore;
}

/** Runs the simulation, and then polls until no id is pending. */
export async function simulateLostWebhooks({ handler, dedupe }: Simulation) {
  const random = seededRandom(20_261_120);
  const completed = new Map<string, Data>();
  const options: ReceiverOptions = {
    secret: SECRET,
    reconciliation: true,
    dedupe,
    handlers: { '*': handler },
  };
  // Like two processes that share a store: one receives the webhooks, the other polls.
  const receiver = createReceiver(options);
  const poller = createReceiver(options);
  const client = createClient({
    apiKey: API_KEY,
    baseUrl: 'https://api.example.com',
    fetch: unreliableService(completed, random),
    backoff: 1,
    retries: 4,
  });

  const pending = new Set(ids);
  const reports: ReconciliationReport[] = [];
  const poll = async (): Promise<void> => {
    const report = await reconcile({
      client,
      receiver: poller,
      pending: [...pending],
      concurrency: 8,
      requestsPerSecond: 100_000,
      now,
      onSettled: (externalId) => pending.delete(externalId),
    });
    reports.push(report);
  };

  const webhooks = await deliverWebhooks(receiver, completed, random, poll);
  while (pending.size > 0) await poll();
  const total = (field: 'asked' | 'recovered' | 'alreadyHandled' | 'failed'): number =>
    reports.reduce((sum, report) => sum + report[field], 0);
  return {
    webhooks,
    polls: {
      asked: total('asked'),
      recovered: total('recovered'),
      alreadyHandled: total('alreadyHandled'),
      failed: total('failed'),
    },
    pending: pending.size,
  };
}

/** Completes the verifications and delivers the webhooks that are not lost, while pollers run. */
async function deliverWebhooks(
  receiver: Receiver,
  completed: Map<string, Data>,
  random: () => number,
  poll: () => Promise<void>,
) {
  const counts = { lost: 0, twice: 0, late: 0 };
  const deliverLater: EventEnvelope[] = [];

  // The service retries a delivery that is not acked with 2xx, up to five attempts.
  async function deliver(event: EventEnvelope): Promise<void> {
    const delivery = (await sign(event, { secret: SECRET })).delivery();
    let attempts = 0;
    await until(async () => {
      attempts += 1;
      const { status } = await receiver.receive(delivery);
      return status < 300 || attempts === 5;
    });
  }

  const queue = ids.map((externalId) => ({ externalId, luck: random(), copies: random() }));
  async function sender(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { externalId, luck, copies } = next;
      const record = finalRecord(externalId);
      completed.set(externalId, record);
      const event = webhookEvent(record);
      if (luck < LOST) {
        counts.lost += 1;
      } else if (luck < LOST + LATE) {
        counts.late += 1;
        deliverLater.push(event);
      } else {
        await deliver(event);
      }
      if (luck >= LOST && copies < TWICE) {
        counts.twice += 1;
        deliverLater.push(event);
      }
    }
  }

  await Promise.all([sender(), sender(), sender(), sender(), poll(), poll()]);
  await Promise.all([
    poll(),
    (async () => {
      for (const event of deliverLater) await deliver(event);
    })(),
  ]);
  return counts;
}
