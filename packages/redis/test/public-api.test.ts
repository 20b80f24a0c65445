import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import * as inbox from '../src/inbox/index.js';
import * as store from '../src/index.js';

it('exports these values, and no others', () => {
  expect(Object.keys(store).sort()).toEqual(['redisStore']);
  expect(Object.keys(inbox).sort()).toEqual(['redisInbox']);
});

it('exports these types, and no others', async () => {
  expect(await exportedTypes('../src/index.ts')).toEqual(['RedisClient', 'RedisStoreOptions']);
  expect(await exportedTypes('../src/inbox/index.ts')).toEqual(['RedisInboxOptions']);
});

/** The type names in the `export { … }` lists of an index file. Types do not exist at run time. */
async function exportedTypes(file: string): Promise<readonly string[]> {
  const source = await readFile(new URL(file, import.meta.url), 'utf8');
  const lists = source.matchAll(/export (type )?\{([^}]*)\}/g);
  const names = [...lists].flatMap(([, typeOnly = '', list = '']) =>
    list
      .split(',')
      .map((name) => typeOnly + name.trim())
      .filter((name) => /^type \w/.test(name)),
  );
  return names.map((name) => name.slice('type '.length)).sort();
}
