// Signals from the driver to workers. A file, because a frozen worker must see it after its thaw and a new one at its start.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.mjs';

const NO_LIMIT = 600_000;

export function setFlag(folder, name) {
  writeFileSync(join(folder, `flag-${name}`), '');
}

/** Resolves once the flag is set. */
export function untilFlag(folder, name) {
  return until(() => existsSync(join(folder, `flag-${name}`)), NO_LIMIT);
}
