import { expect, it } from 'vitest';
import {
  defaultRetryPolicy,
  nextDelay,
} from '../../../sandbox/src/service/capabilities/webhooks/endpoints/attempt-rules.js';
import { requestBodies } from '../../src/api/generated/bodies.js';
import { formatTime } from '../../src/clock/local-time.js';
import {
  endpointToTry,
  recoverySentence,
  responseSentence,
  retrySchedule,
  sinkNameOf,
  withinLimits,
} from '../../src/pages/endpoints/endpoint.js';

const quiet = { attempts: 0, acknowledged: 0, failed: 0 };

it('the responses say nothing of what has not happened', () => {
  expect(responseSentence(quiet)).toBe('No attempts in this period.');
});

it('a recovery says what it leaves to the retries, and when the next is', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const recovery = {
    endpointId: 'we_1',
    since: at,
    until: at,
    found: 0,
    missing: 0,
    complete: true,
    retrying: 0,
    nextAttemptAt: null,
  };
  expect(recoverySentence(recovery)).toBe('0 deliveries will be replayed.');
  expect(recoverySentence({ ...recovery, retrying: 1000, nextAttemptAt: at })).toBe(
    `0 deliveries will be replayed. Still being retried: 1000, the next at ${formatTime(at)}.`,
  );
  expect(recoverySentence({ ...recovery, found: 2, missing: 3 })).toBe(
    '2 deliveries will be replayed. 3 missing events will be sent.',
  );
  expect(recoverySentence({ ...recovery, complete: false })).toBe(
    '0 deliveries will be replayed. 0 missing events or more will be sent.',
  );
});

it('the responses have grouped digits, and are not rounded up to 100%', () => {
  const busy = { attempts: 12_000, acknowledged: 11_999, failed: 1 };
  expect(responseSentence(busy)).toBe(
    '11,999 of 12,000 attempts acknowledged (99%). 1 delivery failed permanently.',
  );
});

it.each([
  [0, '0 of 1,000 attempts acknowledged (0%).'],
  [1, '1 of 1,000 attempts acknowledged (less than 1%).'],
  [1000, '1,000 of 1,000 attempts acknowledged (100%).'],
])('%d of 1,000 attempts', (acknowledged, sentence) => {
  expect(responseSentence({ ...quiet, attempts: 1000, acknowledged })).toBe(sentence);
});

const policies = {
  default: defaultRetryPolicy,
  fixed: { ...defaultRetryPolicy, backoff: 'fixed', maxAttempts: 10 },
  'one attempt': { ...defaultRetryPolicy, maxAttempts: 1 },
  'capped delays': { ...defaultRetryPolicy, maxAttempts: 10, multiplier: 5, maxDelaySeconds: 90 },
  'a first delay above the cap': {
    ...defaultRetryPolicy,
    initialDelaySeconds: 3600,
    maxDelaySeconds: 1,
  },
  fractions: { ...defaultRetryPolicy, initialDelaySeconds: 1.5, multiplier: 1.1 },
} as const;

it.each(Object.entries(policies))(
  'the schedule waits as long as the service: %s',
  (_name, policy) => {
    const { attempts } = retrySchedule(policy);
    // As the service does: computes the next delay after each failed attempt, until it gives up.
    const waits = [0];
    for (let made = 1; ; made += 1) {
      const delay = nextDelay(policy, made, 0);
      if (delay === undefined) break;
      waits.push(delay * 1000);
    }
    expect(attempts.map(({ waitMs }) => waitMs)).toEqual(waits);
    expect(attempts.map(({ number }) => number)).toEqual(waits.map((_wait, index) => index + 1));
  },
);

it('the schedule begins as early, and ends as late, as jitter allows', () => {
  const { attempts, earliestEndMs, latestEndMs } = retrySchedule({
    ...defaultRetryPolicy,
    jitter: 0.5,
  });
  expect(attempts.map(({ earliestMs }) => earliestMs / 60_000)).toEqual([0, 0.5, 1.5, 3.5, 7.5]);
  expect([earliestEndMs, latestEndMs]).toEqual([450_000, 15 * 60_000 + 5 * 15_000]);
});

it.each([
  ['http://localhost:4010/sink/first', 'http://localhost:4010', 'first'],
  ['http://127.0.0.1:4010/sink/first_2-b', 'http://localhost:4010', 'first_2-b'],
  ['http://[::1]:4010/sink/a?x=1', 'http://127.0.0.1:4010', 'a'],
  ['https://sandbox.example/sink/a', 'https://sandbox.example', 'a'],
])('%s is a receiver of %s', (url, origin, name) => {
  expect(sinkNameOf(url, origin)).toBe(name);
});

it.each([
  ['http://localhost:3000/sink/first', 'http://localhost:4010'],
  ['https://localhost:4010/sink/first', 'http://localhost:4010'],
  ['https://other.example/sink/a', 'https://sandbox.example'],
  ['http://localhost:4010/sink/a', 'http://sandbox.example:4010'],
  ['http://localhost:4010/webhooks', 'http://localhost:4010'],
  ['http://localhost:4010/sink/a/b', 'http://localhost:4010'],
  ['http://localhost:4010/sink/', 'http://localhost:4010'],
])('%s is none of %s', (url, origin) => {
  expect(sinkNameOf(url, origin)).toBeUndefined();
});

const policy = requestBodies['changeWebhookEndpoint']?.properties?.['retryPolicy'] ?? {};

it.each([
  [{ maxAttempts: 1, backoff: 'fixed', multiplier: 1.5 }, true],
  [{ maxAttempts: 10, timeoutSeconds: 30 }, true],
  [{ maxAttempts: 11 }, false],
  [{ maxAttempts: 0 }, false],
  [{ maxAttempts: 1.5 }, false],
  [{ timeoutSeconds: Number.NaN }, false],
  [{ timeoutSeconds: 'x' }, false],
])('%j is within the limits of the API: %s', (values, expected) => {
  expect(withinLimits(policy, values)).toBe(expected);
});

const without = { eventTypes: [] };
const withTypes = { eventTypes: ['document_verification.recorded' as const] };

it('the first event goes to an endpoint that subscribes to a type', () => {
  expect(endpointToTry([without, withTypes])).toBe(withTypes);
});

it('without one, it goes to the first', () => {
  expect(endpointToTry([without])).toBe(without);
  expect(endpointToTry([])).toBeUndefined();
});
