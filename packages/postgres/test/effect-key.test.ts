import { fixture } from '@screening-webhooks/testing';
import { expect, it } from 'vitest';
import { recordEffect } from '../src/index.js';

const base = fixture('document_verification.recorded');

async function keyOf(name: string, integrationId: string, id: string): Promise<string> {
  let recorded = '';
  const query = async (_text: string, [key]: [string, string]): Promise<unknown> => {
    recorded = key;
    return { rows: [{ effect: '1' }] };
  };
  await recordEffect(query, { ...base, id, data: { ...base.data, integrationId } }, { name });
  return recorded;
}

it('effects never share a key, whatever their parts contain', async () => {
  const keys = await Promise.all([
    keyOf('a', 'b:c', 'd'),
    keyOf('a:b', 'c', 'd'),
    keyOf('a', 'b', 'c:d'),
    keyOf('a', 'b%3Ac', 'd'),
    keyOf('a', 'b', '\ud800'),
    keyOf('a', 'b', '\udc00'),
    keyOf('a', 'b', '%D800'),
    keyOf('a', 'b', '\0'),
  ]);
  // As PostgreSQL keeps them.
  expect(new Set(keys.map((key) => Buffer.from(key).toString())).size).toBe(keys.length);
  expect(keys.join()).not.toContain('\0');
  for (const key of keys) expect(key).toMatch(/^%effect:/);
});
