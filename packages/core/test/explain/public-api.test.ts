import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as explain from '../../src/explain/index.js';

const source = fileURLToPath(new URL('../../src', import.meta.url));

it('exports these values, and no others', () => {
  expect(Object.keys(explain)).toEqual(['explainDelivery']);
});

it('is imported by nothing else in the core, so no receiver carries it', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const others = files.filter((file) => file.endsWith('.ts') && !file.startsWith('explain'));
  expect(others.length).toBeGreaterThan(40);
  for (const file of others) {
    expect(readFileSync(`${source}/${file}`, 'utf8'), file).not.toMatch(/from '.*explain/);
  }
});
