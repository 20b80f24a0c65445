import type { Fault } from './fault.js';
import { planDelivery } from './plan-delivery.js';
import { refusedFaults } from './refused-faults.js';
import { repeatedFaults } from './repeated-faults.js';
import { unusualFaults } from './unusual-faults.js';

/** No fault: one genuine delivery, signed with every secret, as while a secret is being rolled. */
export const noFault: Fault = {
  kind: 'none',
  summary: 'a genuine delivery; acknowledged',
  aliases: [],
  transferMode: 'at once',
  retryable: true,
  plan: async (body, target) => [
    await planDelivery(body, target, {}, { transferMode: 'at once', expected: 'ack' }),
  ],
};

/** Every fault: what `trigger --fault` and the faults of the sandbox send. */
export const faults: readonly Fault[] = [...repeatedFaults, ...unusualFaults, ...refusedFaults];

/**
 * Finds a fault by its kind or a former name. Hyphens count as underscores.
 *
 * @example
 * findFault('slow-body')?.kind // 'slow_body'
 */
export function findFault(name: string): Fault | undefined {
  const kind = name.replaceAll('-', '_');
  return (
    faults.find((fault) => fault.kind === kind) ??
    faults.find(({ aliases }) => aliases.includes(kind))
  );
}
