import { readFile } from 'node:fs/promises';
import { memoryStore } from '@screening-webhooks/core';
import { dedupeStoreContract } from '@screening-webhooks/testing';
import { newFolder } from 'screening-webhooks-test-support/run-folder';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClaims } from '../src/claims-table.js';
import { type RunningWorker, startWorker } from './support/worker.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const poll = { timeout: 60_000, interval: 20 };

// The cases run in workerd. Only their names are needed here.
const names = dedupeStoreContract({ create: memoryStore, wait: () => {} }).map(({ name }) => name);

let persist: string;
let worker: RunningWorker;
beforeAll(async () => {
  persist = newFolder();
  worker = await startWorker({ persist });
  await worker.ask('migrate');
});
afterAll(async () => {
  await worker?.close();
});

// One at a time, because ageing affects all rows.
describe.each(['inspected', 'd1'])('the contract, in workerd: %s', (store) => {
  it.each(names)('%s', async (name) => {
    await worker.ask('case', { store, name });
  });
});

describe('rows that have ended are deleted', () => {
  it('by an alarm of the object, for as long as it has rows', async () => {
    const inspect = () => worker.ask('inspect');
    const endAndSweepAllRows = async (): Promise<void> => {
      await worker.ask('endAllRows');
      await worker.ask('fireAlarm');
      await expect.poll(inspect, poll).toEqual({ keys: [], isAlarmSet: false });
    };
    // The rows of other tests have set an alarm that is far away.
    await endAndSweepAllRows();
    await worker.ask('claimSwept');
    await expect.poll(inspect, poll).toEqual({ keys: ['swept:lasting'], isAlarmSet: true });
    await endAndSweepAllRows();
  });

  it('by commits, in D1', async () => {
    const ask = (operation: string, key: string, ms: number) =>
      worker.ask('operation', { store: 'd1', operation, key, ms });
    for (const key of ['swept:1', 'swept:2', 'swept:3']) await ask('claim', key, 1);
    await ask('claim', 'swept:lasting', 600_000);
    const keysAfterCommit = async (): Promise<unknown> => {
      await ask('claim', 'other', 1000);
      await ask('commit', 'other', 1);
      return worker.ask('sweptRowsOfD1');
    };
    await expect.poll(keysAfterCommit, poll).toEqual([{ key: 'swept:lasting' }]);
  });
});

describe('cleanUp of D1', () => {
  it('deletes rows that have ended, the oldest first, and says how many are left', async () => {
    const claim = (key: string) =>
      worker.ask('operation', { store: 'd1', operation: 'claim', key, ms: 600_000 });
    const cleanUp = (limit: number) => worker.ask('cleanUp', { limit });
    await worker.ask('endAllRows');
    expect(await cleanUp(100_000)).toMatchObject({ remaining: 0 });
    for (const key of ['ended:1', 'ended:2', 'ended:3', 'ended:4']) await claim(key);
    await worker.ask('endAllRows');
    await claim('lasting');
    expect(await cleanUp(3)).toEqual({ deleted: 3, more: true, remaining: 1 });
    expect(await cleanUp(3)).toEqual({ deleted: 1, more: false, remaining: 0 });
    expect(await cleanUp(3)).toEqual({ deleted: 0, more: false, remaining: 0 });
    const extend = { store: 'd1', operation: 'extend', key: 'lasting', ms: 600_000 };
    expect(await worker.ask('operation', extend)).toBe(true);
  });

  it('refuses a limit that is not a whole number', async () => {
    await expect(worker.ask('cleanUp', { limit: 0.5 })).rejects.toThrow(/limit: expected/);
  });

  it('reads no more than the index of the ends, and the keys that it deletes', async () => {
    const plans = JSON.stringify(await worker.ask('plans'));
    expect(plans).toContain('USING COVERING INDEX screening_claims_ends_at (ends_at<?)');
    expect(plans).toContain('USING PRIMARY KEY (key=?)');
    expect(plans).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});

describe('a binding of the wrong kind', () => {
  it.each(['kv', 'kvAsNamespace'])('refuses KV, with the reason: %s', async (action) => {
    await expect(worker.ask(action)).rejects.toThrow(/eventually consistent/);
  });

  it('refuses KV as a queue', async () => {
    await expect(worker.ask('kvAsQueue')).rejects.toThrow(/queue: a KV namespace/);
  });
});

describe('an incomplete deployment', () => {
  it('without the table: D1 names the fix', async () => {
    const query = { store: 'd1-without-table', operation: 'claim', key: 'a', ms: 1000 };
    await expect(worker.ask('operation', query)).rejects.toThrow(
      /migrations\/0001_screening_claims\.sql.*migrate\(\)/,
    );
  });

  it('without SQLite: the object names the fix', async () => {
    const query = { store: 'no-sqlite', operation: 'claim', key: 'a', ms: 1000 };
    await expect(worker.ask('operation', query)).rejects.toThrow(/new_sqlite_classes/);
  });
});

it('remembers across a restart', async () => {
  const stores = ['durable-object', 'd1'];
  const ask = (store: string, operation: string, key: string, owner = 'owner') =>
    worker.ask('operation', { store, operation, key, owner, ms: 600_000 });
  for (const store of stores) {
    await ask(store, 'claim', 'int:done');
    expect(await ask(store, 'commit', 'int:done')).toBe(true);
    await ask(store, 'claim', 'int:busy');
  }
  await worker.close();

  worker = await startWorker({ persist });
  for (const store of stores) {
    expect(await ask(store, 'claim', 'int:done')).toBe('done');
    expect(await ask(store, 'claim', 'int:busy', 'other')).toHaveProperty('busyForMs');
    expect(await ask(store, 'extend', 'int:busy')).toBe(true);
  }
});

it('publishes the SQL that migrate() runs', async () => {
  const file = await readFile(
    new URL('../migrations/0001_screening_claims.sql', import.meta.url),
    'utf8',
  );
  const statements = file.replaceAll(/^--.*\n/gm, '').trim();
  expect(statements).toBe(
    createClaims()
      .map((sql) => `${sql};`)
      .join('\n'),
  );
});
