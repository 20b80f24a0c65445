// The sender's side: a stream of events, each delivered until it is acked.
import { setTimeout as sleep } from 'node:timers/promises';
import { fixture, sender } from '@screening-webhooks/testing';
import { clock, SENDER_TIMEOUT } from './service-time.mjs';

const types = ['recorded', 'completed', 'failed'].map((type) => `document_verification.${type}`);

// The distance between two events of one verification.
const DISTANCE = 8;

/** Events with numbered ids, three to a verification, so that an inbox has events to order. */
export function eventsFor(count) {
  return Array.from({ length: count }, (_, number) => {
    const verification = Math.floor(number / (3 * DISTANCE)) * DISTANCE + (number % DISTANCE);
    return fixture(types[number % types.length], {
      id: `evt_${number}`,
      data: { verificationId: `ver_${verification}` },
    });
  });
}

/**
 * Senders to receivers behind a load balancer without health checks.
 *
 * @returns two senders: `service`, with the attempts and the timeout of the service, and `byHand`, with one attempt and no
 * timeout, for replays from the dashboard.
 */
export function sendersFor(receivers, secret) {
  let next = 0;
  async function deliver(request) {
    const { url } = receivers[next++ % receivers.length];
    if (url === undefined) throw new Error('The receiver is down.');
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

// On a busy machine the stream waits, so that it does not overload the receivers.
const MAX_IN_FLIGHT = 60;

/**
 * Sends events at a constant rate, every eighth of them twice at once, with the five attempts of the service.
 *
 * @param progress `sent` is the number of events sent so far; this function increments it.
 * @param inOrder Whether an event waits until the one before it of its verification was acked or given up.
 * @returns for each event `{ event, acked, sentAt, ackedAt, attempts }`: `acked` is the outcome of its 2xx, or undefined;
 * times are in milliseconds.
 */
export async function deliverAll(events, service, { perSecond, inOrder, progress }) {
  const latest = new Map();
  const inFlight = new Set();

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
    while (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight);
    const { verificationId } = event.data;
    const delivery = deliverOne(event, number, inOrder ? latest.get(verificationId) : undefined);
    deliveries.push(delivery);
    latest.set(verificationId, delivery);
    inFlight.add(delivery);
    void delivery.then(() => inFlight.delete(delivery));
    progress.sent += 1;
  }
  return Promise.all(deliveries);
}

/**
 * Replays events by hand until each is acked or `timeout` milliseconds have passed.
 *
 * @returns `{ acked, replays }`: the outcomes of 2xx answers by event id, and the number of attempts.
 */
export async function replayAll(events, byHand, timeout) {
  const giveUpAt = Date.now() + timeout;
  const waiting = [...events];
  const acked = new Map();
  let replays = 0;
  // A few at a time, so that receivers are not overloaded.
  const replayInOrder = async () => {
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
  await Promise.all(Array.from({ length: 4 }, replayInOrder));
  return { acked, replays };
}

async function send(event, service) {
  const { delivered, attempts } = await service.send(event);
  const acked = delivered ? JSON.parse(attempts.at(-1).body).outcome : undefined;
  return { acked, ackedAt: Date.now(), attempts };
}
