import { describe, expect, it } from 'vitest';
import {
  defaultRetryPolicy,
  nextDelay,
} from '../../../sandbox/src/service/capabilities/webhooks/endpoints/retry-policy.js';
import { retrySchedule } from '../../src/pages/endpoints/endpoint.js';

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

describe('retrySchedule', () => {
  it.each(Object.entries(policies))('waits as long as the service: %s', (_name, policy) => {
    const { attempts } = retrySchedule(policy);
    // What the service asks after each failed attempt, until it gives up.
    const waits = [0];
    for (let made = 1; ; made += 1) {
      const delay = nextDelay(policy, made, 0);
      if (delay === undefined) break;
      waits.push(delay * 1000);
    }
    expect(attempts.map(({ waitMs }) => waitMs)).toEqual(waits);
    expect(attempts.map(({ number }) => number)).toEqual(waits.map((_wait, index) => index + 1));
  });

  it('begins as early, and ends as late, as jitter allows', () => {
    const { attempts, earliestEndMs, latestEndMs } = retrySchedule({
      ...defaultRetryPolicy,
      jitter: 0.5,
    });
    expect(attempts.map(({ earliestMs }) => earliestMs / 60_000)).toEqual([0, 0.5, 1.5, 3.5, 7.5]);
    expect([earliestEndMs, latestEndMs]).toEqual([450_000, 15 * 60_000 + 5 * 15_000]);
  });

  it('places the attempts of the default policy at 0, 1, 3, 7 and 15 minutes', () => {
    const { attempts, earliestEndMs, latestEndMs } = retrySchedule(defaultRetryPolicy);
    expect(attempts.map(({ earliestMs }) => earliestMs / 60_000)).toEqual([0, 1, 3, 7, 15]);
    expect(earliestEndMs).toBe(15 * 60_000);
    expect(latestEndMs).toBe(15 * 60_000 + 5 * 15_000);
  });
});
