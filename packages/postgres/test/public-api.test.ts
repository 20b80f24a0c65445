import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as inbox from '../src/inbox/index.js';
import * as postgres from '../src/index.js';

/** The names that a module exports with `type`. */
function typeExports(path: string): string[] {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8');
  const lists = source.matchAll(/export (type )?\{([^}]*)\}/g);
  return [...lists]
    .flatMap(([, type = '', names = '']) => names.split(',').map((name) => type + name.trim()))
    .filter((name) => /^type \w/.test(name))
    .map((name) => name.replace('type ', ''))
    .sort();
}

it('exports these values and no others', () => {
  expect(Object.keys(postgres).sort()).toEqual(['postgresStore', 'recordEffect', 'transactional']);
  expect(Object.keys(inbox).sort()).toEqual(['postgresInbox']);
});

it('exports these types and no others', () => {
  expect(typeExports('../src/index.ts')).toEqual([
    'EffectOptions',
    'PostgresClient',
    'PostgresStore',
    'PostgresStoreOptions',
    'TransactionContext',
    'TransactionalOptions',
  ]);
  expect(typeExports('../src/inbox/index.ts')).toEqual(['PostgresInbox', 'PostgresInboxOptions']);
});
