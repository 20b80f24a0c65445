import type { ContractCase } from './contract.js';
import { damageCases } from './inbox-damage-cases.js';
import { type InboxHarness, inboxCases } from './inbox-harness.js';
import { orderCases } from './inbox-order-cases.js';
import { retryCases } from './inbox-retry-cases.js';
import { storingCases } from './inbox-storing-cases.js';
import { workerCases } from './inbox-worker-cases.js';

/**
 * The requirements for every inbox with workers, as cases for any test runner. Cases may run concurrently, and do not depend on the
 * speed of the machine: give each a timeout of two minutes.
 */
export function inboxContract(harness: InboxHarness): readonly ContractCase[] {
  const inboxCase = inboxCases(harness);
  return [
    ...storingCases(inboxCase),
    ...retryCases(inboxCase),
    ...orderCases(inboxCase),
    ...workerCases(inboxCase),
    ...damageCases(inboxCase, harness),
  ];
}
