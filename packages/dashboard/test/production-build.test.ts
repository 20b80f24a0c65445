import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtDashboard } from '../../../.ci/dashboard.mjs';

test('a test builds for production, as the release does', async () => {
  const assets = join(await builtDashboard(), 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  // React's runtime for development.
  const ofDevelopment = scripts.filter((name) =>
    readFileSync(join(assets, name), 'utf8').includes('jsxDEV'),
  );
  expect(ofDevelopment).toEqual([]);
});
