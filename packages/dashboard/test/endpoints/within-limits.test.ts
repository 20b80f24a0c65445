import { expect, it } from 'vitest';
import { requestBodies } from '../../src/api/generated/bodies.js';
import { withinLimits } from '../../src/pages/endpoints/endpoint.js';

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
