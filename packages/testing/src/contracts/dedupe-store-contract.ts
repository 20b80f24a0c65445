import type { ContractCase } from './contract.js';
import { claimCases } from './dedupe-claim-cases.js';
import { commitCases } from './dedupe-commit-cases.js';
import { lockCases } from './dedupe-lock-cases.js';
import { releaseCases } from './dedupe-release-cases.js';
import { type DedupeStoreHarness, storeCaseTools } from './dedupe-store-harness.js';

/**
 * The requirements for every `DedupeStore`, as cases for any test runner. No case depends on the speed of the machine or of the
 * store: leases that must last are long, and the end of a short lease is what the store says, not what a timer says.
 *
 * @example
 * for (const { name, run } of dedupeStoreContract({ create: () => myStore, wait: sleep })) test(name, run);
 */
export function dedupeStoreContract(harness: DedupeStoreHarness): readonly ContractCase[] {
  const tools = storeCaseTools(harness);
  return [
    ...claimCases(tools),
    ...commitCases(tools),
    ...releaseCases(tools),
    ...lockCases(tools, harness),
  ];
}
