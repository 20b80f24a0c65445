import { expect, it } from 'vitest';
import { endpointToTry } from '../../src/pages/endpoints/endpoint.js';

const without = { eventTypes: [] };
const withTypes = { eventTypes: ['document_verification.recorded' as const] };

it('the first event goes to an endpoint that subscribes to a type', () => {
  expect(endpointToTry([without, withTypes])).toBe(withTypes);
});

it('without one, it goes to the first', () => {
  expect(endpointToTry([without])).toBe(without);
  expect(endpointToTry([])).toBeUndefined();
});
