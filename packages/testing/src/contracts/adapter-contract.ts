import { acceptedCases } from './accepted-cases.js';
import type { AdapterHarness } from './adapter-harness.js';
import type { ContractCase } from './contract.js';
import { deadlineCases } from './deadline-cases.js';
import { dedupeCases } from './dedupe-cases.js';
import { handlerCases } from './handler-cases.js';
import { refusedCases } from './refused-cases.js';
import { transportCases } from './transport-cases.js';

/**
 * The requirements for every adapter, over HTTP or in process, as cases for any test runner. Signatures are real. Cases may run
 * concurrently, and do not depend on the speed of the machine: give each a timeout of two minutes.
 *
 * @example
 * for (const { name, run } of adapterContract({ start: serveWithMyFramework })) test(name, run);
 */
export function adapterContract(harness: AdapterHarness): readonly ContractCase[] {
  return [
    ...acceptedCases(harness),
    ...refusedCases(harness),
    ...handlerCases(harness),
    ...dedupeCases(harness),
    ...deadlineCases(harness),
    ...transportCases(harness),
  ];
}
