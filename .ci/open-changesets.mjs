import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.mjs';

/** @returns the names of the changesets that are not in a version yet. */
export function openChangesets() {
  const files = readdirSync(join(root, '.changeset'));
  return files.filter((file) => file.endsWith('.md') && file !== 'README.md');
}
