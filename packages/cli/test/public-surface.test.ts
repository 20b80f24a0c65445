import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { version } from '../src/version.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

it('has one bin and no importable entry', () => {
  expect(manifest.bin).toEqual({ 'screening-webhooks': 'dist/esm/main.js' });
  expect(Object.keys(manifest.exports)).toEqual(['./package.json']);
});

it('knows its own version', () => {
  expect(version).toBe(manifest.version);
});
