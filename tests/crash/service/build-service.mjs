import { privatePackages } from '../../../.ci/private-packages.mjs';
import { bundle } from '../bundle.mjs';

/** Bundles the command of the sandbox from its sources, with `changes` of `change`. @returns the path of the program. */
export function buildService(changes = []) {
  return bundle('sandbox', 'cli/main.ts', changes, [privatePackages]);
}
