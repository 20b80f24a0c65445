import { eventOf } from 'screening-webhooks-test-support/inbox';
import { expect, it, vi } from 'vitest';
import type { LeasedEvent, LeaseRenewal } from '../../../src/store-kit/event-queue/event-queue.js';
import { createWorkerLeases } from '../../../src/store-kit/event-queue/worker-leases.js';
import { TIMERS, useFakeTime } from '../../support/manual.js';

const LEASE = 30_000;

useFakeTime({ toFake: [...TIMERS, 'setInterval', 'clearInterval'] });

const held = (line: string): LeasedEvent => ({
  line,
  token: 'token',
  event: eventOf('evt_1'),
  attempts: 0,
  deaths: 0,
});

const none: ReadonlySet<LeasedEvent> = new Set();

/** Renewals that meet no lock. */
const unlocked = (
  renew: (events: readonly LeasedEvent[]) => Promise<Iterable<LeasedEvent>>,
): LeaseRenewal => ({
  unlocked: async (events) => ({ renewed: new Set(await renew(events)), locked: none }),
  one: () => Promise.reject(new Error('not locked')),
});

it('ends a lease before the database does when no renewal is ever answered', async () => {
  const requests: number[] = [];
  const leases = createWorkerLeases(
    unlocked((events) => {
      requests.push(events.length);
      return new Promise(() => {});
    }),
    LEASE,
  );
  const lost: Error[] = [];
  const requestedAt = performance.now();
  await vi.advanceTimersByTimeAsync(1000);
  leases.hold(held('#1'), requestedAt, (reason) => lost.push(reason));
  await vi.advanceTimersByTimeAsync(LEASE * 0.9 - 1001);
  expect(lost).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(lost.map(({ name }) => name)).toEqual(['LeaseLostError']);
  // It was tried more than once: a connection that hangs must not be the only chance.
  expect(requests).toEqual([1, 1]);
  leases.stop();
});

it('renews all leases in one statement, and ends only those that are lost', async () => {
  const requests: string[][] = [];
  const leases = createWorkerLeases(
    unlocked(async (events) => {
      requests.push(events.map(({ line }) => line));
      return new Set(events.filter(({ line }) => line !== '#2'));
    }),
    LEASE,
  );
  const lost: string[] = [];
  for (const line of ['#1', '#2', '#3']) {
    leases.hold(held(line), performance.now(), () => lost.push(line));
  }
  await vi.advanceTimersByTimeAsync(2 * LEASE);
  expect(requests.slice(0, 2)).toEqual([
    ['#1', '#2', '#3'],
    ['#1', '#3'],
  ]);
  expect(lost).toEqual(['#2']);
  leases.stop();
});

it('does not end a lease that its holder has ended, or after a failed renewal that is repeated', async () => {
  let failures = 0;
  const leases = createWorkerLeases(
    unlocked(async (events) => {
      failures += 1;
      if (failures % 2 === 1) throw new Error('the connection broke');
      return new Set(events);
    }),
    LEASE,
  );
  const lost: string[] = [];
  const release = leases.hold(held('#1'), performance.now(), () => lost.push('#1'));
  leases.hold(held('#2'), performance.now(), () => lost.push('#2'));
  release();
  await vi.advanceTimersByTimeAsync(5 * LEASE);
  expect(lost).toEqual([]);
  leases.stop();
});

it('renews a lease whose row is locked alone, and ends it only when another worker has the event', async () => {
  const asked: string[] = [];
  const answers = new Map([
    ['#1', async () => true],
    ['#2', async () => false],
    ['#3', () => new Promise<boolean>(() => {})],
  ]);
  const renewal: LeaseRenewal = {
    unlocked: async (events) => ({
      renewed: new Set(events.filter(({ line }) => line === '#0')),
      locked: new Set(events.filter(({ line }) => line !== '#0')),
    }),
    one({ line }) {
      asked.push(line);
      return answers.get(line)?.() ?? Promise.reject(new Error('unknown'));
    },
  };
  const leases = createWorkerLeases(renewal, LEASE);
  const lost: string[] = [];
  for (const line of ['#0', '#1', '#2', '#3']) {
    leases.hold(held(line), performance.now(), (reason) => lost.push(`${line} ${reason.message}`));
  }
  await vi.advanceTimersByTimeAsync(2 * LEASE);
  expect(asked.slice(0, 3)).toEqual(['#1', '#2', '#3']);
  expect(lost).toEqual([
    '#2 The lease was lost to another worker.',
    '#3 The lease ended without being renewed.',
  ]);
  leases.stop();
});
