import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { systemHost } from '../../src/cli/host.js';

const isRoot = process.geteuid?.() === 0;

it.skipIf(!isRoot)('a user without a name, as containers have, has a folder too', () => {
  process.seteuid?.(54_321);
  try {
    expect(basename(systemHost().servicesFolder)).toBe('screening-sandbox-54321');
  } finally {
    process.seteuid?.(0);
  }
});
