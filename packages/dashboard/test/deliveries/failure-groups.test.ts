import { expect, it } from 'vitest';
import {
  countWords,
  type FailureGroup,
  replayEnd,
  replayLabel,
  replayWords,
  stateWords,
} from '../../src/pages/deliveries/failure-groups.js';

const at = '2026-11-22T19:00:00.000Z';
const group: FailureGroup = {
  endpointId: 'we_1',
  cause: {
    code: 'connection_refused',
    message: 'The connection was refused.',
    host: 'localhost',
    port: 21999,
    status: null,
    location: null,
    retryAfterSeconds: null,
    fault: null,
  },
  deliveries: 8,
  failed: 6,
  retrying: 2,
  since: at,
  lastFailedAt: at,
  oldestCreatedAt: at,
  lastDeliveryId: 'dlv_1',
  complete: true,
};

it.each([
  [{}, '8 deliveries', '6 failed permanently, 2 are being retried'],
  [{ deliveries: 1, failed: 0, retrying: 1 }, '1 delivery', '1 is being retried'],
  [{ deliveries: 1, failed: 0, retrying: 0 }, '1 delivery', ''],
  [
    { deliveries: 1000, failed: 1000, retrying: 0, complete: false },
    'at least 1,000 deliveries',
    '1,000 failed permanently',
  ],
])('a group with %o', (changes, count, state) => {
  expect([countWords({ ...group, ...changes }), stateWords({ ...group, ...changes })]).toEqual([
    count,
    state,
  ]);
});

it('the button says how many it replays', () => {
  expect([1, 8, 1000].map(replayLabel)).toEqual([
    'Replay it',
    'Replay these 8',
    'Replay these 1,000',
  ]);
});

it.each([
  ['is due', { status: 'failed', nextAttemptAt: at, attemptCount: 1 }, undefined],
  ['runs', { status: 'delivering', nextAttemptAt: null, attemptCount: 2 }, undefined],
  ['has arrived', { status: 'succeeded', nextAttemptAt: null, attemptCount: 2 }, 'arrived'],
  ['has failed', { status: 'failed', nextAttemptAt: null, attemptCount: 2 }, 'failed'],
  ['was dropped', { status: 'failed', nextAttemptAt: null, attemptCount: 1 }, 'not_made'],
] as const)('a replay that %s', (_what, delivery, end) => {
  expect(replayEnd(delivery, 1)).toBe(end);
});

const first = 'dlv_1';
it.each([
  [
    { end: 'arrived', first, others: 7 },
    8,
    'The first one arrived. The other 7 are being replayed.',
  ],
  [
    { end: 'arrived', first, others: 1 },
    2,
    'The first one arrived. The other one is being replayed.',
  ],
  [{ end: 'arrived', first, others: 0 }, 1, 'It arrived.'],
  [{ end: 'arrived', first, others: 0 }, 8, 'The first one arrived.'],
  [
    { end: 'failed', first, cause: 'connection refused' },
    8,
    'The first one failed again: connection refused. The rest was not sent.',
  ],
  [{ end: 'failed', first, cause: 'answered 401' }, 1, 'It failed again: answered 401.'],
  [{ end: 'open', first }, 8, 'The first one has not ended yet. The rest was not sent.'],
  [
    { end: 'not_made', first },
    8,
    'The first one was not sent: the endpoint was paused or deleted. The rest was not sent.',
  ],
  [{ end: 'none_left' }, 8, 'None is left to replay.'],
] as const)('%o of %i', (replay, failed, text) => {
  expect(replayWords(replay, failed, false)).toBe(text);
});

it.each([
  [
    { end: 'arrived', first, others: 7 },
    'The first one arrived. The other 7 will be sent when the clock moves.',
  ],
  [
    { end: 'open', first },
    'The first one has not ended yet: the clock is frozen. The rest was not sent.',
  ],
] as const)('%o on a frozen clock', (replay, text) => {
  expect(replayWords(replay, 8, true)).toBe(text);
});
