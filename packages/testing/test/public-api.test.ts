import { expect, it } from 'vitest';
import * as testing from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(testing).sort()).toEqual([
    'ContractViolation',
    'adapterContract',
    'dedupeStoreContract',
    'fixture',
    'fixtures',
    'hostileDeliveries',
    'inboxContract',
    'manualClock',
    'recordingHandler',
    'sender',
    'sign',
  ]);
});
