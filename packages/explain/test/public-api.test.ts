import { readdirSync, readFileSync } from 'node:fs';
import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { expect, it } from 'vitest';
import * as explain from '../src/index.js';

const packages = new URL('../../', import.meta.url);

it('exports these values, and no others', () => {
  expect(Object.keys(explain)).toEqual(['explainDelivery', 'isGenuine']);
});

it('exports these types, and no others', () => {
  expect(exportedTypes(new URL('../src/index.ts', import.meta.url))).toEqual([
    'DeliveryToExplain',
    'ExplainCause',
    'Explanation',
    'Finding',
  ]);
});

it('is a dependency of the command line alone, so no receiver carries it', () => {
  const folders = readdirSync(packages, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const dependents = folders.filter(({ name }) => {
    const manifest = JSON.parse(readFileSync(new URL(`${name}/package.json`, packages), 'utf8'));
    const { dependencies, peerDependencies, optionalDependencies } = manifest;
    const names = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
    return names.includes('@screening-webhooks/explain');
  });
  expect(dependents.map(({ name }) => name)).toEqual(['cli']);
});
