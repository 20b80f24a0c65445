import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore } from '@screening-webhooks/core';
import { dedupeStoreContract } from '@screening-webhooks/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTable } from '../src/claim-statements.js';
import { type RunningWorker, startWorker } from './support/worker.js';

const stores = ['durable-object', 'd1'] as const;
// The cases run in workerd; their names are all that is needed of them here.
const names = dedupeStoreContract({ create: memoryStore, wait: () => {} }).map(({ name }) => name);

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
  await worker.ask('migrate');
}, 30_000);
afterAll(() => worker?.close());

describe.each(stores)('the contract, in workerd: %s', { timeout: 30_000 }, (store) => {
  it.concurrent.each(names)('%s', async (name) => {
    await worker.ask('case', { store, name });
  });
});

describe('what has ended is deleted', () => {
  it('by an alarm of the object, as long as there is something to delete', async () => {
    await worker.ask('claimsOnSweptObject', { ms: 1500 });
    await expect.poll(() => worker.ask('rowsOfSweptObject'), { timeout: 10_000 }).toBe(1);
    await expect.poll(() => worker.ask('rowsOfSweptObject'), { timeout: 10_000 }).toBe(0);
  }, 30_000);

  it('by commits, in D1', async () => {
    const ask = (operation: string, key: string, ms: number) =>
      worker.ask('operation', { store: 'd1', operation, key, ms });
    for (const key of ['swept:1', 'swept:2', 'swept:3']) await ask('claim', key, 1);
    await ask('claim', 'swept:lasting', 60_000);
    const left = async (): Promise<unknown> => {
      await ask('claim', 'other', 1000);
      await ask('commit', 'other', 1);
      return worker.ask('rowsOfD1');
    };
    await expect.poll(left, { timeout: 10_000 }).toEqual([{ key: 'swept:lasting' }]);
  }, 30_000);
});

describe('a binding of the wrong kind', () => {
  it.each(['kv', 'kvAsNamespace'])('KV is refused, with the reason: %s', async (action) => {
    await expect(worker.ask(action)).rejects.toThrow(/eventually consistent/);
  });

  it('KV is no queue', async () => {
    await expect(worker.ask('kvAsQueue')).rejects.toThrow(/queue: a KV namespace/);
  });
});

describe('a deployment that is not complete', () => {
  let bare: RunningWorker;
  beforeAll(async () => {
    bare = await startWorker({ sqlite: false });
  }, 30_000);
  afterAll(() => bare?.close());

  it('without the table, D1 names the cure', async () => {
    const claim = bare.ask('operation', { store: 'd1', operation: 'claim', key: 'a', ms: 1000 });
    await expect(claim).rejects.toThrow(/migrations\/0001_screening_claims\.sql.*migrate\(\)/);
  });

  it('without SQLite, the object names the cure', async () => {
    const claim = bare.ask('operation', { operation: 'claim', key: 'a', ms: 1000 });
    await expect(claim).rejects.toThrow(/new_sqlite_classes/);
  });
});

it('remembers across a restart', async () => {
  const persist = await mkdtemp(join(tmpdir(), 'screening-webhooks-'));
  const operation = (on: RunningWorker, store: string, name: string, key: string, ms = 60_000) =>
    on.ask('operation', { store, operation: name, key, ms });
  try {
    const before = await startWorker({ persist });
    await before.ask('migrate');
    for (const store of stores) {
      await operation(before, store, 'claim', 'int:done');
      expect(await operation(before, store, 'commit', 'int:done')).toBe(true);
      await operation(before, store, 'claim', 'int:busy');
    }
    await before.close();

    const after = await startWorker({ persist });
    for (const store of stores) {
      expect(await operation(after, store, 'claim', 'int:done')).toBe('done');
      expect(await operation(after, store, 'claim', 'int:busy')).toHaveProperty('busyForMs');
      expect(await operation(after, store, 'extend', 'int:busy')).toBe(true);
    }
    await after.close();
  } finally {
    await rm(persist, { recursive: true });
  }
}, 30_000);

it('publishes the SQL that migrate() runs', async () => {
  const file = await readFile(
    new URL('../migrations/0001_screening_claims.sql', import.meta.url),
    'utf8',
  );
  const statements = file.replaceAll(/^--.*\n/gm, '').trim();
  expect(statements).toBe(createTable.map((sql) => `${sql};`).join('\n'));
});
