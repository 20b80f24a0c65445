// The service: a stream of events, each delivered until it is acked.
import { setTimeout as sleep } from 'node:timers/promises';
import { fixture, sender } from '@screening-webhooks/testing';
import { clock, SENDER_TIMEOUT } from './service-time.mjs';

const types = ['recorded', 'completed', 'failed'].map((type) => `document_verification.${type}`);

// Events of one verification are so many apart.
const APART = 8;

/** Events with numbered ids, three to a verification, so that an inbox has something to order. */
export function eventsFor(count) {
  return Array.from({ length: count }, (_, number) => {
    const verification = Math.floor(number / (3 * APART)) * APART + (number % APART);
    return fixture(types[number % types.length], {
      id: `evt_${number}`,
      data: { verificationId: `ver_${verification}` },
    });
  });
}

/**
 * The service, in front of receivers that it reaches through a balancer which knows nothing of their health.
 *
 * @returns two senders: of the service itself, and of somebody who replays by hand: one attempt, and all the time to wait.
 */
export function serviceFor(receivers, secret) {
  let next = 0;
  async function deliver(request) {
    const { url } = receivers[next++ % receivers.length];
    if (url === undefined) throw new Error('Nobody listens there.');
    const { method, headers, signal } = request;
    const body = await request.text();
    return fetch(url, { method, headers, body, signal, redirect: 'manual' });
  }
  const options = { url: 'http://receivers.test/', secret, clock, fetch: deliver };
  return {
    service: sender({ ...options, timeout: SENDER_TIMEOUT }),
    byHand: sender({ ...options, backoff: [] }),
  };
}

// Unacked at once. On a busy machine the stream waits, instead of burying the receivers.
const UNDER_WAY = 60;

/**
 * Sends events at a steady pace, one in eight of them twice at once, with the five attempts of the service.
 *
 * @param progress Its `sent` says how far the stream is.
 * @param inTurn Whether an event is sent only when the one before it of its verification was acked, or given up.
 * @returns for each event `{ event, acked, sentAt, ackedAt, attempts }`: `acked` is the outcome of its 2xx, or undefined;
 * times in milliseconds.
 */
export async function deliverAll(events, service, { perSecond, inTurn, progress }) {
  const latest = new Map();
  const underWay = new Set();

  async function deliverOne(event, number, before) {
    await before;
    const sentAt = Date.now();
    const copies = number % 8 === 0 ? [event, event] : [event];
    const reports = await Promise.all(copies.map((copy) => send(copy, service)));
    const { acked, ackedAt } = reports.find((report) => report.acked) ?? {};
    const attempts = reports.flatMap((report) => report.attempts);
    return { event, acked, sentAt, ackedAt, attempts };
  }

  const deliveries = [];
  for (const [number, event] of events.entries()) {
    await sleep(1000 / perSecond);
    while (underWay.size >= UNDER_WAY) await Promise.race(underWay);
    const { verificationId } = event.data;
    const delivery = deliverOne(event, number, inTurn ? latest.get(verificationId) : undefined);
    deliveries.push(delivery);
    latest.set(verificationId, delivery);
    underWay.add(delivery);
    void delivery.then(() => underWay.delete(delivery));
    progress.sent += 1;
  }
  return Promise.all(deliveries);
}

/**
 * Replays events by hand until each is acked, or `patience` milliseconds are over.
 *
 * @returns `{ acked, replays }`: the outcome of its 2xx by id, and how many attempts it took.
 */
export async function replayAll(events, byHand, patience) {
  const giveUpAt = Date.now() + patience;
  const waiting = [...events];
  const acked = new Map();
  let replays = 0;
  // A few at a time: receivers that are overloaded do not need more of it.
  const replayInTurn = async () => {
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      replays += 1;
      const report = await send(event, byHand);
      if (report.acked) {
        acked.set(event.id, report.acked);
      } else if (Date.now() < giveUpAt) {
        waiting.push(event);
        await sleep(100);
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, replayInTurn));
  return { acked, replays };
}

async function send(event, service) {
  const { delivered, attempts } = await service.send(event);
  const acked = delivered ? JSON.parse(attempts.at(-1).body).outcome : undefined;
  return { acked, ackedAt: Date.now(), attempts };
}
