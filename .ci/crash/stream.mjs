// The service: a stream of events, each delivered until it is acked.
import { setTimeout as sleep } from 'node:timers/promises';
import { fixture, sender } from '@screening-webhooks/testing';
import { clock, SENDER_TIMEOUT } from './service-time.mjs';

const types = ['recorded', 'completed', 'failed'].map((type) => `document_verification.${type}`);

/** Events with numbered ids. Three in a row are of one verification, so that an inbox has something to order. */
export function eventsFor(count) {
  return Array.from({ length: count }, (_, number) =>
    fixture(types[number % types.length], {
      id: `evt_${number}`,
      data: { verificationId: `ver_${Math.floor(number / 3)}` },
    }),
  );
}

/** The service, in front of receivers that it reaches through a balancer which knows nothing of their health. */
export function serviceFor(receivers, secret) {
  let next = 0;
  return sender({
    url: 'http://receivers.test/',
    secret,
    clock,
    timeout: SENDER_TIMEOUT,
    async fetch(request) {
      const { url } = receivers[next++ % receivers.length];
      if (url === undefined) throw new Error('Nobody listens there.');
      const { method, headers, signal } = request;
      const body = await request.text();
      return fetch(url, { method, headers, body, signal, redirect: 'manual' });
    },
  });
}

/**
 * Sends events at a steady pace, one in eight of them twice at once. What the five attempts of the service did not get
 * acked is replayed by hand, until `patience` milliseconds after the last was sent.
 *
 * @returns for each event `{ id, verification, acked, sentAt, ackedAt, attempts, byHand }`: `acked` is the outcome of a
 * 2xx, or undefined; times in milliseconds.
 */
export async function deliverAll(events, service, { duration, patience }) {
  const start = Date.now();
  const giveUpAt = start + duration + patience;
  return Promise.all(
    events.map(async (event, number) => {
      await sleep(start + (duration * number) / events.length - Date.now());
      const sentAt = Date.now();
      const copies = number % 8 === 0 ? [event, event] : [event];
      const sent = await Promise.all(copies.map((copy) => deliver(copy, service, giveUpAt)));
      const all = (key) => sent.flatMap((report) => report[key]);
      return {
        id: event.id,
        verification: event.data.verificationId,
        acked: all('acked')[0],
        sentAt,
        ackedAt: Math.min(...sent.map((report) => report.endedAt)),
        attempts: all('attempts'),
        byHand: all('byHand').reduce((sum, more) => sum + more, 0),
      };
    }),
  );
}

async function deliver(event, service, giveUpAt) {
  const attempts = [];
  for (let byHand = 0; ; byHand += 1) {
    const report = await service.send(event);
    attempts.push(...report.attempts);
    const last = attempts.at(-1);
    const endedAt = Date.now();
    if (report.delivered)
      return { acked: [JSON.parse(last.body).outcome], attempts, byHand, endedAt };
    if (endedAt > giveUpAt) return { acked: [], attempts, byHand, endedAt };
  }
}

/** Delivers each event once more. @returns the outcome that each was acked with, by id. */
export async function deliverAgain(events, service) {
  const outcomes = new Map();
  const waiting = [...events];
  const lane = async () => {
    for (let event = waiting.pop(); event; event = waiting.pop()) {
      const { acked } = await deliver(event, service, 0);
      outcomes.set(event.id, acked[0]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return outcomes;
}
