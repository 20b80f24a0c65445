import { UsageError } from '@screening-webhooks/terminal';
import { type Fault, faults, findFault, nearest } from '@screening-webhooks/testing/faults';

/**
 * Finds a fault by its kind, also written with hyphens, or by a former name.
 *
 * @throws UsageError that suggests the nearest name.
 */
export function requireFault(name: string): Fault {
  const fault = findFault(name);
  if (fault !== undefined) return fault;
  const names = faults.flatMap(({ kind, aliases }) => [kind, ...aliases]);
  const meant = nearest(name.replaceAll('-', '_'), names);
  throw new UsageError(
    `unknown fault "${name}"; ${meant === undefined ? 'see screening-webhooks trigger --help for all of them.' : `did you mean ${meant}?`}`,
  );
}
