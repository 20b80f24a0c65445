import {
  createReceiver,
  type DedupeStore,
  type EventEnvelope,
  type Handler,
  type Receiver,
  type ReceiverOptions,
} from '@screening-webhooks/core';
import { sign } from '@screening-webhooks/testing';
import { createClient, type ReconciliationReport, reconcile } from '../../src/index.js';
import { API_KEY, cut, json, late, startService, status } from './fake-service.js';
import { seededRandom } from './seeded-random.js';
import { type Data, now, result, SECRET } from './waiting.js';

// The drill of a missed webhook: of 1,000 verifications, 30 % of the webhooks are lost, 20 % come twice, 10 % come late,
// and pollers run beside them. Some commits of the dedupe store are lost too, as in a process that dies after its handler.

export const VERIFICATIONS = 1000;
const LOST = 0.3;
const TWICE = 0.2;
const LATE = 0.1;
const COMMITS_LOST = 0.03;

const ids = Array.from({ length: VERIFICATIONS }, (_, index) => `clinician-${index}`);
const type = 'document_verification.completed';
const eventOf = (externalId: string): EventEnvelope => ({
  id: `evt_${externalId}`,
  type,
  created: '2026-11-20T10:00:00.000Z',
  data: result(externalId),
});

/** A store that forgets some claims instead of committing them: the next delivery or poll then runs the handler again. */
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

interface Drill {
  readonly handler: Handler<EventEnvelope>;
  readonly dedupe: DedupeStore;
}

/** Runs the drill, and polls on until nothing is waited for. */
export async function drill({ handler, dedupe }: Drill) {
  const random = seededRandom(20_261_120);
  const completed = new Map<string, Data>();
  const service = await startService((response, request) => {
    const record = completed.get(request.query.get('externalId') ?? '');
    const answer = json(record ? { object: 'list', data: [{ ...record, addedLater: 1 }] } : []);
    const luck = random();
    if (luck < 0.02) status(429, { 'retry-after': '0' })(response, request);
    else if (luck < 0.04) status(500)(response, request);
    else if (luck < 0.05) cut(response, request);
    else late(luck * 3, answer)(response, request);
  });
  const options: ReceiverOptions = {
    secret: SECRET,
    reconciliation: true,
    dedupe,
    handlers: { '*': handler },
  };
  // Two processes on one store: one takes the webhooks, the other polls.
  const receiver = createReceiver(options);
  const poller = createReceiver(options);
  const client = createClient({ apiKey: API_KEY, baseUrl: service.url, backoff: 1, retries: 4 });

  const waiting = new Set(ids);
  const reports: ReconciliationReport[] = [];
  const poll = async (): Promise<void> => {
    const report = await reconcile({
      client,
      receiver: poller,
      pending: [...waiting],
      concurrency: 8,
      requestsPerSecond: 100_000,
      now,
      onSettled: (externalId) => waiting.delete(externalId),
    });
    reports.push(report);
  };

  const counts = await deliverAll(receiver, completed, random, poll);
  for (let round = 0; waiting.size > 0 && round < 20; round += 1) await poll();
  const total = (field: 'asked' | 'recovered' | 'alreadyHandled' | 'failed'): number =>
    reports.reduce((sum, report) => sum + report[field], 0);
  return {
    webhooks: counts,
    polls: {
      asked: total('asked'),
      recovered: total('recovered'),
      alreadyHandled: total('alreadyHandled'),
      failed: total('failed'),
    },
    waiting: waiting.size,
  };
}

/** Completes the verifications, and delivers what of their webhooks is not lost. Pollers run beside. */
async function deliverAll(
  receiver: Receiver,
  completed: Map<string, Data>,
  random: () => number,
  poll: () => Promise<void>,
) {
  const counts = { lost: 0, twice: 0, late: 0 };
  const afterwards: EventEnvelope[] = [];

  // As the service does: it delivers again what is not acked 2xx.
  async function deliver(event: EventEnvelope): Promise<void> {
    const delivery = (await sign(event, { secret: SECRET })).delivery();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const { status: code } = await receiver.receive(delivery);
      if (code < 300) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  const queue = ids.map((externalId) => ({ externalId, luck: random(), copies: random() }));
  async function lane(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { externalId, luck, copies } = next;
      completed.set(externalId, result(externalId));
      const event = eventOf(externalId);
      if (luck < LOST) {
        counts.lost += 1;
      } else if (luck < LOST + LATE) {
        counts.late += 1;
        afterwards.push(event);
      } else {
        await deliver(event);
      }
      if (luck >= LOST && copies < TWICE) {
        counts.twice += 1;
        afterwards.push(event);
      }
    }
  }

  await Promise.all([lane(), lane(), lane(), lane(), poll(), poll()]);
  await Promise.all([
    poll(),
    (async () => {
      for (const event of afterwards) await deliver(event);
    })(),
  ]);
  return counts;
}
