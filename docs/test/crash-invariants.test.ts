import { expect, it } from 'vitest';
import { checkInvariants } from '../../tests/crash/check-invariants.mjs';

type Observed = Parameters<typeof checkInvariants>[1];

// Two events of one verification: the second is sent after the first was acked.
const reports = ['evt_0', 'evt_1'].map((id, number) => ({
  event: { id, data: { verificationId: 'ver_0' } },
  acked: 'processed',
  sentAt: 10 * number,
  ackedAt: 10 * number + 5,
  attempts: [{ status: 200 }],
}));

const sound: Observed = {
  reports,
  replayed: { replays: 0 },
  acked: new Set(['evt_0', 'evt_1']),
  runs: ['evt_0', 'evt_1'],
  stuck: [],
  redelivered: new Map([
    ['evt_0', 'duplicate'],
    ['evt_1', 'duplicate'],
  ]),
  died: [],
  faults: { receiver: 0, worker: 0, freeze: 0, crash: 0, cut: 0 },
  seconds: 1,
};

function broken(observed: Partial<Observed> = {}): Record<string, readonly string[]> {
  const { failures } = checkInvariants({ workers: 1, ordered: true }, { ...sound, ...observed });
  return Object.fromEntries(Object.entries(failures).filter(([, found]) => found.length > 0));
}

it('finds nothing where all holds', () => {
  expect(broken()).toEqual({});
});

const redelivered = new Map([...sound.redelivered, ['evt_1', 'processed']]);

it.each<[string, Partial<Observed>, string]>([
  ['never acked', { acked: new Set(['evt_0']) }, 'evt_1'],
  ['missing', { runs: ['evt_0'] }, 'evt_1'],
  ['repeated', { runs: ['evt_0', 'evt_1', 'evt_1'] }, 'evt_1'],
  ['disordered', { runs: ['evt_1', 'evt_0'] }, 'evt_1'],
  ['stuck', { stuck: ['evt_1 dead letter'] }, 'evt_1 dead letter'],
  ['forgotten', { redelivered }, 'evt_1'],
  ['died', { died: ['a worker ended by itself'] }, 'a worker ended by itself'],
])('names what is %s', (kind, observed, found) => {
  expect(broken(observed)).toEqual({ [kind]: [found] });
});

it('does not call two events disordered of which the first was not acked when the second was sent', () => {
  const late = reports.map((report) => ({ ...report, ackedAt: 50 }));
  expect(broken({ reports: late, runs: ['evt_1', 'evt_0'] })).toEqual({});
});
